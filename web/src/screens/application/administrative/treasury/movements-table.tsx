/** Approved movements between the hot and the cold wallet: amount, state and officers. */
import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TreasuryMovement } from '@tunjo/contract/treasury'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { movementsQuery } from '../../../../api/treasury.ts'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { TransactionLink } from '../../../../parts/transaction-link.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableColumn } from '../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableState } from '../../../../ui/server-table/use-table-state.ts'
import { MovementBadge } from './movement-badge.tsx'
import { MovementModal } from './movement-modal.tsx'
import { TreasuryFigure } from './treasury-figure.tsx'

const PAGE_SIZES = [25, 50, 100] as const
export function MovementsTable() {
  const { t } = useTranslation('treasury')
  const [opened, setOpened] = useState<string | null>(null)
  const { state, dispatch, query } = useTableState({ pageSize: PAGE_SIZES[0] })
  const answer = useQuery(movementsQuery(pageParams(query)))
  const open = ({ id }: TreasuryMovement) => setOpened(id)
  return (
    <>
      <ServerTable
        name="treasury-movements"
        label={t('movements')}
        columns={columnsOf(t, open)}
        rowKey={({ id }) => id}
        onOpen={open}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        empty={<EmptyState icon={<IconArrowsExchange size={28} stroke={1.5} />} title={t('noneTitle')} text={t('noneText')} />}
        pageSizes={PAGE_SIZES}
      />
      <MovementModal movement={answer.data?.results.find(({ id }) => id === opened) ?? null} onClose={() => setOpened(null)} />
    </>
  )
}

const columnsOf = (t: TFunction<'treasury'>, onOpen: (movement: TreasuryMovement) => void): readonly TableColumn<TreasuryMovement>[] => [
  { key: 'kind', header: t('movement'), render: ({ kind }) => <strong>{t(`kind.${kind}`)}</strong>, isLead: true },
  { key: 'amount', header: t('amount'), align: 'right', render: ({ asset, amount }) => <TreasuryFigure asset={asset} amount={amount} /> },
  { key: 'state', header: t('state'), render: (movement) => <MovementBadge {...movement} /> },
  { key: 'created', header: t('agreed'), render: ({ creationDate }) => <DateTime value={new Date(creationDate)} /> },
  { key: 'maker', header: t('maker'), render: ({ maker }) => maker, isLong: true, isExtra: true },
  { key: 'checker', header: t('checker'), render: ({ checker }) => checker, isLong: true, isExtra: true },
  {
    key: 'transaction',
    header: t('transaction'),
    render: ({ transactionHash: hash }) => (hash ? <TransactionLink hash={hash} /> : '—'),
  },
  {
    key: 'open',
    header: t('see'),
    hiddenHeader: true,
    isFixed: true,
    align: 'right',
    render: (movement) => (
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => onOpen(movement)}
        aria-label={t('seeLabel', { kind: t(`kind.${movement.kind}`), amount: movement.amount, asset: movement.asset })}
      >
        {t('see')}
      </Button>
    ),
  },
]
