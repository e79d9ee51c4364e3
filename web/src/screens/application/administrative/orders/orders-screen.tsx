/** /application/administrative/financial/orders, 'Historial de ordenes' (ADM-15): exchange orders of all customers. */
import { useQuery } from '@tanstack/react-query'
import { ASSET_CODES } from '@tunjo/contract/money'
import { OrderFilters, type OrderRow } from '@tunjo/contract/trade-reports'
import { TradeState, TradeType } from '@tunjo/contract/trading'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ordersCsv, ordersQuery } from '../../../../api/trade-reports.ts'
import { AssetAmount } from '../../../../parts/asset-amount.tsx'
import { ListExport } from '../../../../parts/exports/list-export.tsx'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { formatPercent, formatUsd } from '../../../../parts/price-figures.ts'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { TransactionLink } from '../../../../parts/transaction-link.tsx'
import { useAccount } from '../../../../session.ts'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableColumn, TableFilter } from '../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableAddress } from '../../../../ui/server-table/use-table-address.ts'
import { StatusBadge, type StatusKind } from '../../../../ui/status-badge.tsx'
import { ordersAsked, SHAPE } from './orders-search.ts'

export default function OrdersScreen() {
  const { t } = useTranslation('trade-reports')
  const mayExport = useAccount()?.permissions.includes('reports.export') ?? false
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const asked = ordersAsked(query)
  const answer = useQuery(ordersQuery({ ...asked, ...pageParams(query) }))
  return (
    <>
      <PageHeader title={t('orders.title')} text={t('orders.text')} />
      <ServerTable
        name="orders"
        label={t('orders.title')}
        columns={columnsOf(t)}
        rowKey={({ id }) => id}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        searchLabel={t('search')}
        filters={filtersOf(t)}
        tools={
          mayExport && (
            <ListExport
              report="historial-de-ordenes"
              asked={() => ({ report: 'historial-de-ordenes', filter: OrderFilters.parse(asked) })}
              fileName="historial-de-ordenes.csv"
              total={answer.data?.total ?? 0}
              load={() => ordersCsv(asked)}
            />
          )
        }
        pageSizes={SHAPE.pageSizes}
        empty={<EmptyState title={t('orders.emptyTitle')} text={t('orders.emptyText')} />}
      />
    </>
  )
}

type Words = TFunction<'trade-reports'>
const STATE_KINDS: Record<TradeState, StatusKind> = {
  pending: 'waiting',
  sent: 'waiting',
  confirming: 'waiting',
  settled: 'done',
  refunded: 'failed',
}

const columnsOf = (t: Words): readonly TableColumn<OrderRow>[] => [
  {
    key: 'createdAt',
    header: t('created'),
    render: ({ createdAt }) => <DateTime value={new Date(createdAt)} />,
    headerAction: 'sort',
    isFixed: true,
  },
  { key: 'userId', header: t('userId'), render: ({ userId }) => <PersonLink id={userId} /> },
  { key: 'email', header: t('email'), render: ({ email }) => email, isLong: true, isExtra: true },
  {
    key: 'state',
    header: t('state'),
    render: ({ state }) => <StatusBadge kind={STATE_KINDS[state]}>{t(`states.${state}`)}</StatusBadge>,
  },
  { key: 'type', header: t('type'), render: ({ type }) => t(`types.${type}`) },
  { key: 'sold', header: t('sold'), align: 'right', render: (row) => <AssetAmount asset={row.sold} text={row.amountSold} /> },
  { key: 'bought', header: t('bought'), align: 'right', render: (row) => <AssetAmount asset={row.bought} text={row.amountBought} /> },
  { key: 'price', header: t('price'), align: 'right', render: ({ against, price }) => <AssetAmount asset={against} text={price} /> },
  { key: 'limit', header: t('limit'), align: 'right', render: (row) => <Limit row={row} /> },
  { key: 'slippage', header: t('slippage'), align: 'right', render: ({ slippagePercent }) => formatPercent(slippagePercent) },
  { key: 'fee', header: t('fee'), align: 'right', render: (row) => <AssetAmount asset={row.bought} text={row.networkFee} /> },
  { key: 'houseFee', header: t('platformFee'), align: 'right', render: (row) => <AssetAmount asset={row.bought} text={row.houseFee} /> },
  {
    key: 'networkFeeUsd',
    header: t('feeUsd'),
    align: 'right',
    render: ({ networkFeeUsd }) => formatUsd(networkFeeUsd),
    headerAction: 'sort',
    isExtra: true,
  },
  {
    key: 'gas',
    header: t('gas'),
    align: 'right',
    render: ({ gasUsd }) => (gasUsd === null ? '—' : formatUsd(gasUsd, 'up')),
    isExtra: true,
  },
  {
    key: 'transaction',
    header: t('transaction'),
    render: ({ transactionHash: hash }) => (hash ? <TransactionLink hash={hash} /> : t('none')),
  },
  {
    key: 'settledAt',
    header: t('settled'),
    render: ({ settledAt }) => (settledAt ? <DateTime value={new Date(settledAt)} /> : '—'),
    headerAction: 'sort',
  },
  { key: 'id', header: t('id'), render: ({ id }) => id, isExtra: true, isLong: true },
]

/** Limit of the order: the minimum received for a given amount, the maximum given for a received amount. */
function Limit({ row }: { row: OrderRow }) {
  const { t } = useTranslation('trade-reports')
  const isInput = row.type === 'input'
  return (
    <>
      {t(isInput ? 'atLeast' : 'atMost')}{' '}
      <AssetAmount asset={isInput ? row.bought : row.sold} text={isInput ? row.minimumBought : row.maximumSold} />
    </>
  )
}

const assets = ASSET_CODES.map((value) => ({ value, label: value }))
const filtersOf = (t: Words): readonly TableFilter[] => [
  { key: 'state', label: t('state'), options: TradeState.options.map((value) => ({ value, label: t(`states.${value}`) })) },
  { key: 'type', label: t('type'), options: TradeType.options.map((value) => ({ value, label: t(`types.${value}`) })) },
  { key: 'sold', label: t('sold'), options: assets },
  { key: 'bought', label: t('bought'), options: assets },
  { key: 'from', label: t('from') },
  { key: 'to', label: t('to') },
]
