/** Credited token deposits whose block was dropped by the chain, and the decision of two officers on each (G1, E3). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DisputedDeposit, disputedDepositsQuery } from '../../../../api/token-officers.ts'
import { PersonLink } from '../../../../parts/person-link.tsx'
import type { Column } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { DisputedDepositModal } from './disputed-deposit-modal.tsx'
import { PAGE_SIZE, PagedCard } from './paged-card.tsx'
import { WithdrawalFigure } from './withdrawal-figure.tsx'

export function DisputedDeposits() {
  const { t } = useTranslation('officer-money')
  const [pageIndex, setPageIndex] = useState(0)
  const [opened, setOpened] = useState<DisputedDeposit | null>(null)
  const disputed = useQuery(disputedDepositsQuery({ pageIndex, size: PAGE_SIZE }))
  return (
    <PagedCard
      title={t('disputedDeposits.title')}
      text={t('disputedDeposits.text')}
      empty={t('disputedDeposits.empty')}
      answer={disputed}
      pageIndex={pageIndex}
      onPage={setPageIndex}
      columns={columnsOf(t, setOpened)}
      rowKey={({ id }) => id}
    >
      <DisputedDepositModal deposit={opened} onClose={() => setOpened(null)} />
    </PagedCard>
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
