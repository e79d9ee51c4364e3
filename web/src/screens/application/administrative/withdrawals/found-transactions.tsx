/**
 * Found transactions: on-chain transactions of the platform's wallets without a ledger operation, as after a restored backup, and their
 * booking by two officers (decision 84).
 */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { type FoundTransaction, foundTransactionsQuery } from '../../../../api/found-transactions.ts'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { shorten } from '../../../../ui/hash.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { FoundModal } from './found-modal.tsx'
import { FoundMoves, waitsOf } from './found-moves.tsx'
import classes from './withdrawals.module.css'

export function FoundTransactions() {
  const { t } = useTranslation('officer-money')
  const [opened, setOpened] = useState<FoundTransaction | null>(null)
  const found = useQuery(foundTransactionsQuery)
  return (
    <Card title={t('found.title')}>
      <p className={classes.text}>{t('found.text')}</p>
      {found.isPending && <RowsSkeleton rows={3} />}
      {found.isLoadingError && <ErrorState message={errorText(found.error)} onRetry={() => void found.refetch()} />}
      {found.data?.length === 0 && <EmptyState title={t('found.empty')} />}
      {found.data && found.data.length > 0 && (
        <DataTable label={t('found.title')} columns={columnsOf(t, setOpened)} rows={found.data} rowKey={({ hash }) => hash} />
      )}
      <FoundModal found={opened} onClose={() => setOpened(null)} />
    </Card>
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
