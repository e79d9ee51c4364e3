/**
 * Found transactions: on-chain transactions of the platform's wallets without a ledger operation, as after a restored backup, and their
 * booking by two officers (decision 84).
 */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FoundTransaction, foundTransactionsQuery } from '../../../../api/found-transactions.ts'
import type { Column } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { shorten } from '../../../../ui/hash.tsx'
import { FoundModal } from './found-modal.tsx'
import { FoundMoves, waitsOf } from './found-moves.tsx'
import { PAGE_SIZE, PagedCard } from './paged-card.tsx'

export function FoundTransactions() {
  const { t } = useTranslation('officer-money')
  const [pageIndex, setPageIndex] = useState(0)
  const [opened, setOpened] = useState<FoundTransaction | null>(null)
  const found = useQuery(foundTransactionsQuery({ pageIndex, size: PAGE_SIZE }))
  return (
    <PagedCard
      title={t('found.title')}
      text={t('found.text')}
      empty={t('found.empty')}
      answer={found}
      pageIndex={pageIndex}
      onPage={setPageIndex}
      columns={columnsOf(t, setOpened)}
      rowKey={({ hash }) => hash}
    >
      <FoundModal found={opened} onClose={() => setOpened(null)} />
    </PagedCard>
  )
}

const columnsOf = (t: TFunction<'officer-money'>, onOpen: (found: FoundTransaction) => void): Column<FoundTransaction>[] => [
  { key: 'transaction', header: t('found.transaction'), render: ({ hash }) => <span translate="no">{shorten(hash)}</span>, isLead: true },
  { key: 'amount', header: t('found.amount'), align: 'right', render: (row) => <FoundMoves found={row} /> },
  { key: 'waits', header: t('found.waitsFor'), render: (row) => t(`found.waits.${waitsOf(row)}`) },
  { key: 'at', header: t('found.at'), render: ({ foundAt }) => <DateTime value={new Date(foundAt)} /> },
  {
    key: 'see',
    header: t('found.see'),
    hiddenHeader: true,
    align: 'right',
    render: (row) => (
      <Button variant="default" size="compact-sm" onClick={() => onOpen(row)} aria-label={t('found.seeLabel', { hash: shorten(row.hash) })}>
        {t('found.see')}
      </Button>
    ),
  },
]
