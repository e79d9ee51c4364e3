/** Antecedentes, Listas and PEP as reported by the provider (ADM-07, ADM-08): state of the check, result, findings, and earlier checks. */
import { Alert, Button } from '@mantine/core'
import type { BackgroundCheck } from '@tunjo/contract/background-checks'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { Card } from '../../../../../ui/card.tsx'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { BlockSkeleton } from '../../../../../ui/skeletons.tsx'
import { CheckActions } from './check-actions.tsx'
import { CheckHistory } from './check-history.tsx'
import { CheckReport } from './check-report.tsx'
import { CheckResult } from './check-result.tsx'
import { CheckSources } from './check-sources.tsx'
import { CheckState } from './check-state.tsx'
import classes from './checks.module.css'
import { useChecks } from './use-checks.ts'

interface CheckPanelProps {
  userId: string
  /** True while a dialog of the page is open: keys then belong to the dialog. */
  isBlocked: boolean
}

export function CheckPanel({ userId, isBlocked }: CheckPanelProps) {
  const { t } = useTranslation('background-checks')
  const checks = useChecks(userId)
  const [chosen, setChosen] = useState<string | null>(null)
  const { list, current, isOwn } = checks
  if (list.isError && !list.data) return <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />
  if (!list.data) return <BlockSkeleton height={200} />
  const earlier = list.data.earlier.find(({ id }) => id === chosen) ?? null
  const shown = earlier ?? current
  return (
    <>
      <Card title={t('title')} actions={<CheckActions userId={userId} checks={checks} />}>
        {earlier ? (
          <EarlierNotice key={earlier.id} check={earlier} onBack={() => setChosen(null)} />
        ) : (
          <CheckState check={current} isOwn={isOwn} />
        )}
        {list.data.launch === 'no_document' && <p className={classes.small}>{t('noDocument')}</p>}
        {shown && <Shown key={shown.id} check={shown} isBlocked={isBlocked} />}
      </Card>
      {list.data.earlier.length > 0 && <CheckHistory checks={list.data.earlier} chosen={chosen} onChoose={setChosen} />}
    </>
  )
}

function Shown({ check, isBlocked }: { check: BackgroundCheck; isBlocked: boolean }) {
  return (
    <>
      <CheckResult check={check} />
      {check.hasReport && <CheckReport check={check} isBlocked={isBlocked} />}
      <CheckSources check={check} />
    </>
  )
}

/** Notice of the selected earlier check, above the list: receives the keyboard focus and scrolls into view. */
function EarlierNotice({ check, onBack }: { check: BackgroundCheck; onBack: () => void }) {
  const { t } = useTranslation('background-checks')
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      color="amber"
      role="status"
      title={t('history.shown', { date: formatDate(new Date(check.startedAt)) })}
    >
      <Button variant="default" size="xs" onClick={onBack}>
        {t('history.back')}
      </Button>
    </Alert>
  )
}
