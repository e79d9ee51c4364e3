/** Credited token deposits whose block was dropped by the chain, and the decision of two officers on each (G1, E3). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { type DisputedDeposit, disputedDepositsQuery } from '../../../../api/token-officers.ts'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { DisputedDepositModal } from './disputed-deposit-modal.tsx'
import { WithdrawalFigure } from './withdrawal-figure.tsx'
import classes from './withdrawals.module.css'

export function DisputedDeposits() {
  const { t } = useTranslation('officer-money')
  const [opened, setOpened] = useState<DisputedDeposit | null>(null)
  const disputed = useQuery(disputedDepositsQuery)
  return (
    <Card title={t('disputedDeposits.title')}>
      <p className={classes.text}>{t('disputedDeposits.text')}</p>
      {disputed.isPending && <RowsSkeleton rows={3} />}
      {disputed.isLoadingError && <ErrorState message={errorText(disputed.error)} onRetry={() => void disputed.refetch()} />}
      {disputed.data?.length === 0 && <EmptyState title={t('disputedDeposits.empty')} />}
      {disputed.data && disputed.data.length > 0 && (
        <DataTable label={t('disputedDeposits.title')} columns={columnsOf(t, setOpened)} rows={disputed.data} rowKey={({ id }) => id} />
      )}
      <DisputedDepositModal deposit={opened} onClose={() => setOpened(null)} />
    </Card>
  )
}

const columnsOf = (t: TFunction<'officer-money'>, onOpen: (deposit: DisputedDeposit) => void): Column<DisputedDeposit>[] => [
  { key: 'person', header: t('review.person'), render: ({ accountId }) => <PersonLink id={accountId} />, isLead: true },
  { key: 'amount', header: t('review.amount'), align: 'right', render: (row) => <WithdrawalFigure {...row} /> },
  {
    key: 'missing',
    header: t('disputedDeposits.missing'),
    align: 'right',
    render: ({ asset, missing }) => <WithdrawalFigure asset={asset} amount={missing} />,
  },
  { key: 'waits', header: t('disputedDeposits.waitsFor'), render: ({ waits }) => t(`disputedDeposits.waits.${waits}`) },
  { key: 'since', header: t('disputedDeposits.since'), render: ({ since }) => <DateTime value={new Date(since)} /> },
  {
    key: 'see',
    header: t('review.see'),
    hiddenHeader: true,
    align: 'right',
    render: (row) => (
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => onOpen(row)}
        aria-label={t('review.seeLabel', { amount: `${row.amount} ${row.asset}` })}
      >
        {t('review.see')}
      </Button>
    ),
  },
]
