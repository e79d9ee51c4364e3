/** Token deposits from addresses on a sanctions list, and the decision of two officers on each (ADM-13). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListedDeposit, listedDepositsQuery } from '../../../../api/token-officers.ts'
import { PersonLink } from '../../../../parts/person-link.tsx'
import type { Column } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { Hash } from '../../../../ui/hash.tsx'
import { ListedDepositModal } from './listed-deposit-modal.tsx'
import { PAGE_SIZE, PagedCard } from './paged-card.tsx'
import { WithdrawalFigure } from './withdrawal-figure.tsx'

export function ListedDeposits() {
  const { t } = useTranslation('officer-money')
  const [pageIndex, setPageIndex] = useState(0)
  const [opened, setOpened] = useState<ListedDeposit | null>(null)
  const held = useQuery(listedDepositsQuery({ pageIndex, size: PAGE_SIZE }))
  return (
    <PagedCard
      title={t('listedDeposits.title')}
      text={t('listedDeposits.text')}
      empty={t('listedDeposits.empty')}
      answer={held}
      pageIndex={pageIndex}
      onPage={setPageIndex}
      columns={columnsOf(t, setOpened)}
      rowKey={({ id }) => id}
    >
      <ListedDepositModal deposit={opened} onClose={() => setOpened(null)} />
    </PagedCard>
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
