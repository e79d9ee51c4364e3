/** Risk profile: risk level, lists, PEP and permission to transact, the officer's actions, and the history (ADM-09). */
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RiskProfile, TransactionBlocker } from '@tunjo/contract/compliance-risk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RiskChangeRequest, riskQuery } from '../../../../../api/compliance-risk.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { Summary } from '../../../../../ui/summary.tsx'
import classes from './risk.module.css'
import type { RiskQuestion } from './risk-modal.tsx'

const RiskDetails = lazyComponent(async () => (await import('./risk-details.tsx')).RiskDetails, { waiting: <RowsSkeleton rows={4} /> })
const RiskModal = lazyComponent(async () => (await import('./risk-modal.tsx')).RiskModal, { dialog: { close: ({ onClose }) => onClose() } })

const RISK_KIND = { low: 'done', medium: 'waiting', high: 'failed' } as const

export function RiskCard({ userId }: { userId: string }) {
  const { t } = useTranslation('risk')
  const risk = useQuery(riskQuery(userId))
  const [question, setQuestion] = useState<RiskQuestion | null>(null)
  return (
    <Card title={t('title')}>
      {risk.isError && !risk.data && <ErrorState message={errorText(risk.error)} onRetry={() => void risk.refetch()} />}
      {risk.isPending && <RowsSkeleton rows={4} />}
      {risk.data && (
        <>
          <Facts standing={risk.data} blockers={risk.data.blockers} />
          <Actions standing={risk.data} onAsk={setQuestion} />
          <RiskDetails userId={userId} assessment={risk.data.assessment} history={risk.data.history} />
        </>
      )}
      {question && <RiskModal userId={userId} question={question} onClose={() => setQuestion(null)} />}
    </Card>
  )
}

function Facts({ standing, blockers }: { standing: RiskProfile; blockers: readonly TransactionBlocker[] }) {
  const { t } = useTranslation('risk')
  const said = (is: boolean | null) => (is === null ? t('notMarked') : t(is ? 'yes' : 'no'))
  return (
    <Summary
      label={t('title')}
      lines={[
        { name: t('risk'), value: <StatusBadge kind={RISK_KIND[standing.risk]}>{t(`levels.${standing.risk}`)}</StatusBadge> },
        ...(standing.level && standing.levelUntil
          ? [{ name: t('own'), value: t('ownUntil', { level: t(`levels.${standing.level}`), until: lastDay(standing.levelUntil) }) }]
          : []),
        { name: t('lists'), value: said(standing.isListed) },
        { name: t('pep'), value: said(standing.isPep) },
        {
          name: t('mayTransact'),
          value: (
            <>
              <StatusBadge kind={blockers.length === 0 ? 'done' : 'failed'}>{t(blockers.length === 0 ? 'yes' : 'no')}</StatusBadge>
              {blockers.length > 0 && (
                <span className={classes.figures}> {blockers.map((blocker) => t(`blockers.${blocker}`)).join(' ')}</span>
              )}
            </>
          ),
        },
      ]}
    />
  )
}

/** Valid until the end of that day. */
const lastDay = (until: string): string => formatDate(new Date(Date.parse(until) - 1), 'day')

interface ActionsProps {
  standing: RiskProfile
  onAsk: (question: RiskQuestion) => void
}

/** The four buttons of the specification; next to each, the additional one that reverts it. */
function Actions({ standing, onAsk }: ActionsProps) {
  const { t } = useTranslation('risk')
  const permissions = useAccount()?.permissions ?? []
  const [maySet, mayList] = [permissions.includes('risk.set'), permissions.includes('screening.decide')]
  const { risk, level, isListed, isPep, allow } = standing
  const button = (name: RiskQuestion['name'], wish: RiskChangeRequest | null, isOn: boolean) => (
    <Button key={name} variant="default" size="sm" disabled={!isOn} onClick={() => onAsk({ name, wish, standing })}>
      {t(`actions.${name}`)}
    </Button>
  )
  if (!maySet && !mayList) return null
  return (
    <Group gap="xs" my="md" role="group" aria-label={t('change')}>
      {button('setRisk', null, maySet && risk !== 'high')}
      {risk === 'high' && button('lowerRisk', null, maySet)}
      {level !== null && button('endLevel', { action: 'level', level: null, until: '' }, maySet)}
      {button('allow', { action: 'allow', is: true }, maySet && risk === 'medium' && !allow)}
      {allow && button('forbid', { action: 'allow', is: false }, maySet)}
      {button('flagList', { action: 'list', is: true }, mayList && isListed !== true)}
      {isListed && button('clearList', { action: 'list', is: false }, mayList)}
      {button('flagPep', { action: 'pep', is: true }, maySet && isPep !== true)}
      {isPep && button('clearPep', { action: 'pep', is: false }, maySet)}
    </Group>
  )
}
