/**
 * /application/administrative/financial/trades, 'Historial de compra / venta' (ADM-15): purchases and sales of all customers, with totals.
 */
import { useQuery } from '@tanstack/react-query'
import { TRADE_SIDES, TradeFilters, type TradeReportRow, type TradeTotal } from '@tunjo/contract/trade-reports'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { tradesCsv, tradesQuery } from '../../../../api/trade-reports.ts'
import { AssetAmount } from '../../../../parts/asset-amount.tsx'
import { ListExport } from '../../../../parts/exports/list-export.tsx'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { TransactionLink } from '../../../../parts/transaction-link.tsx'
import { useAccount } from '../../../../session.ts'
import { group } from '../../../../ui/amount-format.ts'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableColumn, TableFilter } from '../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableAddress } from '../../../../ui/server-table/use-table-address.ts'
import classes from './trades.module.css'
import { BOUGHT_AND_SOLD, PAID_WITH, SHAPE, tradesAsked } from './trades-search.ts'

export default function TradesScreen() {
  const { t } = useTranslation('trade-reports')
  const mayExport = useAccount()?.permissions.includes('reports.export') ?? false
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const asked = tradesAsked(query)
  const answer = useQuery(tradesQuery({ ...asked, ...pageParams(query) }))
  const totals = answer.data?.totals ?? []
  return (
    <>
      <PageHeader title={t('trades.title')} text={t('trades.text')} />
      <ServerTable
        name="trades"
        label={t('trades.title')}
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
              report="historial-de-compra-venta"
              asked={() => ({ report: 'historial-de-compra-venta', filter: TradeFilters.parse(asked) })}
              fileName="historial-de-compra-venta.csv"
              total={answer.data?.total ?? 0}
              load={() => tradesCsv(asked)}
            />
          )
        }
        pageSizes={SHAPE.pageSizes}
        empty={<EmptyState title={t('trades.emptyTitle')} text={t('trades.emptyText')} />}
      />
      {totals.length > 0 && (
        <div className={classes.totals}>
          <Card title={t('trades.totals')}>
            <DataTable
              label={t('trades.totals')}
              columns={totalColumns(t)}
              rows={totals}
              rowKey={({ asset, against, side }) => `${asset}-${against}-${side}`}
            />
          </Card>
        </div>
      )}
    </>
  )
}

type Words = TFunction<'trade-reports'>

const columnsOf = (t: Words): readonly TableColumn<TradeReportRow>[] => [
  {
    key: 'settledAt',
    header: t('date'),
    render: ({ settledAt }) => <DateTime value={new Date(settledAt)} />,
    headerAction: 'sort',
    isFixed: true,
  },
  { key: 'userId', header: t('userId'), render: ({ userId }) => <PersonLink id={userId} /> },
  { key: 'email', header: t('email'), render: ({ email }) => email, isLong: true, isExtra: true },
  { key: 'side', header: t('side'), render: ({ side }) => t(`sides.${side}`) },
  { key: 'amount', header: t('amount'), align: 'right', render: ({ asset, amount }) => <AssetAmount asset={asset} text={amount} /> },
  {
    key: 'value',
    header: t('value'),
    align: 'right',
    render: ({ against, value }) => <AssetAmount asset={against} text={value} />,
    headerAction: 'sort',
  },
  { key: 'price', header: t('price'), align: 'right', render: ({ against, price }) => <AssetAmount asset={against} text={price} /> },
  {
    key: 'fee',
    header: t('fee'),
    align: 'right',
    render: ({ feeAsset, networkFee }) => <AssetAmount asset={feeAsset} text={networkFee} />,
  },
  {
    key: 'houseFee',
    header: t('platformFee'),
    align: 'right',
    render: ({ feeAsset, houseFee }) => <AssetAmount asset={feeAsset} text={houseFee} />,
  },
  {
    key: 'transaction',
    header: t('transaction'),
    render: ({ transactionHash: hash }) => (hash ? <TransactionLink hash={hash} /> : '—'),
  },
  { key: 'id', header: t('id'), render: ({ id }) => id, isExtra: true, isLong: true },
]

const totalColumns = (t: Words): Column<TradeTotal>[] => [
  { key: 'side', header: t('side'), render: ({ side, asset }) => `${t(`sides.${side}`)} ${asset}`, isLead: true },
  { key: 'count', header: t('count'), align: 'right', render: ({ count }) => group(String(count)) },
  { key: 'amount', header: t('amount'), align: 'right', render: ({ asset, amount }) => <AssetAmount asset={asset} text={amount} /> },
  { key: 'value', header: t('value'), align: 'right', render: ({ against, value }) => <AssetAmount asset={against} text={value} /> },
  { key: 'price', header: t('averagePrice'), align: 'right', render: ({ against, price }) => <AssetAmount asset={against} text={price} /> },
]

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const filtersOf = (t: Words): readonly TableFilter[] => [
  { key: 'side', label: t('side'), options: TRADE_SIDES.map((value) => ({ value, label: t(`sides.${value}`) })) },
  { key: 'asset', label: t('asset'), options: same(BOUGHT_AND_SOLD) },
  { key: 'against', label: t('against'), options: same(PAID_WITH) },
  { key: 'from', label: t('from') },
  { key: 'to', label: t('to') },
]
