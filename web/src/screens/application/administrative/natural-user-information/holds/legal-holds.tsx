/**
 * 'Conservación legal' of a person: holds that keep their documents beyond the retention period, with the actions to place and lift one.
 */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LegalHold } from '@tunjo/contract/retention'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { legalHoldsQuery } from '../../../../../api/retention.ts'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import type { HoldTask } from './hold-modal.tsx'
import classes from './legal-holds.module.css'

const HoldModal = lazyComponent(async () => (await import('./hold-modal.tsx')).HoldModal, { dialog: { close: ({ onClose }) => onClose() } })

export function LegalHolds({ userId }: { userId: string }) {
  const { t } = useTranslation('legal-holds')
  const account = useAccount()
  const [task, setTask] = useState<HoldTask | null>(null)
  const mayManage = account?.permissions.includes('legal_holds.manage') ?? false
  const holds = useQuery({ ...legalHoldsQuery(userId), enabled: mayManage })
  if (!mayManage) return null
  // An officer cannot decide about themselves.
  const isOwn = account?.id === userId
  const place = !isOwn && (
    <Button variant="default" size="xs" onClick={() => setTask({ userId, hold: null })}>
      {t('place')}
    </Button>
  )
  return (
    <Card title={t('title')} actions={place}>
      {holds.isLoadingError && <ErrorState message={errorText(holds.error)} onRetry={() => void holds.refetch()} />}
      {holds.isPending && <RowsSkeleton rows={2} />}
      {holds.data?.total === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
      {holds.data && holds.data.total > 0 && (
        <ul className={classes.list}>
          {holds.data.results.map((hold) => (
            <Hold key={hold.id} hold={hold} onLift={isOwn ? null : () => setTask({ userId, hold })} />
          ))}
        </ul>
      )}
      {task && <HoldModal task={task} onClose={() => setTask(null)} />}
    </Card>
  )
}

function Hold({ hold, onLift }: { hold: LegalHold; onLift: (() => void) | null }) {
  const { t } = useTranslation('legal-holds')
  const { reason, placedAt, liftedAt } = hold
  return (
    <li className={classes.hold}>
      <div className={classes.words}>
        <StatusBadge kind={liftedAt ? 'neutral' : 'waiting'}>{t(liftedAt ? 'lifted' : 'inForce')}</StatusBadge>
        <p className={classes.reason}>{reason}</p>
        <span className={classes.when}>
          {t('since')} <DateTime value={new Date(placedAt)} />
          {liftedAt && (
            <>
              {' '}
              {t('until')} <DateTime value={new Date(liftedAt)} />
            </>
          )}
        </span>
      </div>
      {!liftedAt && onLift && (
        <Button variant="default" size="xs" onClick={onLift} aria-label={t('liftLabel', { reason })}>
          {t('lift')}
        </Button>
      )}
    </li>
  )
}
