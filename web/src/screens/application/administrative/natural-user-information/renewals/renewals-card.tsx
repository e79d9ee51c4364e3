/** 'Actualización de datos' of a person: renewal requests with reason and due date, and the action to create one. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PersonRenewal } from '@tunjo/contract/renewals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { renewalsQuery } from '../../../../../api/renewals.ts'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { StatusBadge, type StatusKind } from '../../../../../ui/status-badge.tsx'
import classes from '../holds/legal-holds.module.css'
import { RenewalModal } from './renewal-modal.tsx'

export function RenewalsCard({ userId }: { userId: string }) {
  const { t } = useTranslation('renewals')
  const account = useAccount()
  const [isAsking, setAsking] = useState(false)
  const found = useQuery(renewalsQuery(userId))
  const { askable = [], renewals = [] } = found.data ?? {}
  // An officer cannot decide about themselves.
  const mayAsk = account?.permissions.includes('kyc.review') === true && account.id !== userId && askable.length > 0
  const ask = mayAsk && (
    <Button variant="default" size="xs" onClick={() => setAsking(true)}>
      {t('officer.ask')}
    </Button>
  )
  return (
    <Card title={t('officer.title')} actions={ask}>
      {found.isLoadingError && <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />}
      {found.isPending && <RowsSkeleton rows={2} />}
      {found.data && renewals.length === 0 && <EmptyState title={t('officer.none')} text={t('officer.noneText')} />}
      {renewals.length > 0 && (
        <ul className={classes.list}>
          {renewals.map((renewal) => (
            <Renewal key={renewal.id} renewal={renewal} />
          ))}
        </ul>
      )}
      {isAsking && <RenewalModal userId={userId} askable={askable} onClose={() => setAsking(false)} />}
    </Card>
  )
}

const KINDS = { open: 'waiting', done: 'done', dropped: 'neutral' } as const satisfies Record<PersonRenewal['state'], StatusKind>

function Renewal({ renewal }: { renewal: PersonRenewal }) {
  const { t } = useTranslation('renewals')
  const { subject, state, why, reason, officer, requestedAt, dueAt, isOverdue, closedAt } = renewal
  return (
    <li className={classes.hold}>
      <div className={classes.words}>
        <StatusBadge kind={isOverdue ? 'failed' : KINDS[state]}>{t(isOverdue ? 'officer.overdue' : `officer.${state}`)}</StatusBadge>
        <strong>{t(`subjects.${subject}`)}</strong>
        <span>{why === 'requested' ? t('officer.requested', { officer: officer ?? '' }) : t(`officer.${why}`)}</span>
        {reason && <p className={classes.reason}>{reason}</p>}
        <span className={classes.when}>
          {t('officer.since')} <DateTime value={new Date(requestedAt)} /> · {t(closedAt ? 'officer.closed' : 'officer.until')}{' '}
          <DateTime value={new Date(closedAt ?? dueAt)} />
        </span>
      </div>
    </li>
  )
}
