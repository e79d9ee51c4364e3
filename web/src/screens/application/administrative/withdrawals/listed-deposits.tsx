/** Token deposits from addresses on a sanctions list, and the decision of two officers on each (ADM-13). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { type ListedDeposit, listedDepositsQuery } from '../../../../api/token-officers.ts'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { Hash } from '../../../../ui/hash.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { ListedDepositModal } from './listed-deposit-modal.tsx'
import { WithdrawalFigure } from './withdrawal-figure.tsx'
import classes from './withdrawals.module.css'

export function ListedDeposits() {
  const { t } = useTranslation('officer-money')
  const [opened, setOpened] = useState<ListedDeposit | null>(null)
  const held = useQuery(listedDepositsQuery)
  return (
    <Card title={t('listedDeposits.title')}>
      <p className={classes.text}>{t('listedDeposits.text')}</p>
      {held.isPending && <RowsSkeleton rows={3} />}
      {held.isLoadingError && <ErrorState message={errorText(held.error)} onRetry={() => void held.refetch()} />}
      {held.data?.length === 0 && <EmptyState title={t('listedDeposits.empty')} />}
      {held.data && held.data.length > 0 && (
        <DataTable label={t('listedDeposits.title')} columns={columnsOf(t, setOpened)} rows={held.data} rowKey={({ id }) => id} />
      )}
      <ListedDepositModal deposit={opened} onClose={() => setOpened(null)} />
    </Card>
  )
}

const columnsOf = (t: TFunction<'officer-money'>, onOpen: (deposit: ListedDeposit) => void): Column<ListedDeposit>[] => [
  { key: 'person', header: t('review.person'), render: ({ accountId }) => <PersonLink id={accountId} />, isLead: true },
  { key: 'amount', header: t('review.amount'), align: 'right', render: (row) => <WithdrawalFigure {...row} /> },
  {
    key: 'from',
    header: t('listedDeposits.from'),
    render: ({ fromAddress }) => <Hash value={fromAddress} what={t('tokens.address')} />,
  },
  {
    key: 'decision',
    header: t('listedDeposits.decision'),
    render: ({ decided }) => t(`listedDeposits.${decided?.decision ?? 'undecided'}`),
  },
  { key: 'came', header: t('listedDeposits.came'), render: ({ creationDate }) => <DateTime value={new Date(creationDate)} /> },
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
