/** Historial de compra / venta (ADM-15): settled orders as purchases and sales, with the totals of all filtered rows. */
import type { Locale } from '@tunjo/contract/locales'
import type { AssetCode } from '@tunjo/contract/money'
import { ASSETS, formatAsset } from '@tunjo/contract/money'
import type { TRADE_SORTS, TradeFilters, TradeReportRow, TradeSide, TradeTotal } from '@tunjo/contract/trade-reports'
import { type RawBuilder, sql } from 'kysely'
import { CSV_ROWS_READ, type CsvList, listToCsv } from '../../../../platform/csv/csv.ts'
import { dateForSheets } from '../../../../platform/csv/date-for-sheets.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import { allOf, orderBy, type Page, pageOf } from '../../../../platform/database/list-query.ts'
import { type Asking, type Sheet, sheetOf } from '../../../../platform/exports/index.ts'
import { EXPORT_WORDS } from '../export-words.ts'
import { EMAIL, HASH, inDays, matching, priceOf } from './trade-orders.ts'

interface Pair {
  asset: AssetCode
  against: AssetCode
  side: TradeSide
  amount: bigint
  value: bigint
}
interface Row extends Pair {
  id: string
  accountId: string
  email: string
  bought: AssetCode
  networkFee: bigint
  houseFee: bigint
  hash: string | null
  settledAt: Date
}
interface Total extends Pair {
  count: number
}

const COLUMNS: Readonly<Record<(typeof TRADE_SORTS)[number], string>> = { settledAt: 'settled_at', value: 'whole_value' }

export async function listTrades(
  connection: Connection,
  { pageIndex, size, ...filters }: TradeFilters & { pageIndex: number; size: number },
): Promise<Page<TradeReportRow> & { totals: TradeTotal[] }> {
  const totals = await sql<Total>`SELECT asset, against, side, count(*)::int AS count, sum(amount)::numeric(78,0) AS amount,
      sum(value)::numeric(78,0) AS value
    ${fromTrades(filters)} GROUP BY asset, against, side ORDER BY against, asset, side`.execute(connection)
  const rows = await read(connection, filters, { limit: size, offset: pageIndex * size })
  const found = totals.rows.reduce((sum, { count }) => sum + count, 0)
  return { ...pageOf(rows.map(shown), found, size), totals: totals.rows.map(totalShown) }
}

const HEADER = [
  'tradeId', 'userId', 'email', 'date', 'side', 'asset', 'amount', 'against', 'value', 'price', 'networkFee', 'feeAsset', 'transactionId',
  'houseFee',
] // biome-ignore format: one list

export async function tradesCsv(connection: Connection, filters: TradeFilters, locale: Locale): Promise<CsvList> {
  const rows = await read(connection, filters, { limit: CSV_ROWS_READ, offset: 0 })
  return listToCsv(HEADER, rows.map(cellsIn(locale)), locale)
}

export const tradesSheet = (filters: TradeFilters, { locale }: Asking): Sheet =>
  sheetOf({
    header: HEADER,
    count: sql<{ total: number }>`SELECT count(*)::integer AS total ${fromTrades(filters)}`,
    rows: select(filters, { limit: null, offset: 0 }),
    cells: cellsIn(locale),
  })

function cellsIn(locale: Locale) {
  const sides: Readonly<Record<TradeSide, string>> = EXPORT_WORDS[locale].sides
  return (row: Row) => {
    const trade = shown(row)
    return [
      trade.id, trade.userId, trade.email, dateForSheets(row.settledAt), sides[trade.side], trade.asset, trade.amount, trade.against,
      trade.value, trade.price, trade.networkFee, trade.feeAsset, trade.transactionHash, trade.houseFee,
    ] // biome-ignore format: the columns of the header
  }
}

/** Values of all pairs in one order: as whole units. */
const WHOLE_VALUE = sql`value / CASE against ${sql.join(
  Object.entries(ASSETS).map(([asset, { scale }]) => sql`WHEN ${asset} THEN ${sql.lit(10 ** scale)}::numeric`),
  sql` `,
)} END`

const read = async (connection: Connection, filters: TradeFilters, page: { limit: number; offset: number }): Promise<Row[]> =>
  (await select(filters, page).execute(connection)).rows

function select(filters: TradeFilters, { limit, offset }: { limit: number | null; offset: number }): RawBuilder<Row> {
  const order = orderBy(COLUMNS, filters.sort, filters.order)
  return sql<Row>`WITH page AS (
      SELECT trade_order.*, ${WHOLE_VALUE} AS whole_value ${fromTrades(filters)} ${order} LIMIT ${limit} OFFSET ${offset})
    SELECT id, account_id AS "accountId", ${EMAIL} AS email, asset, against, side, amount, value, bought, network_fee AS "networkFee",
      house_fee AS "houseFee", ${HASH} AS hash, settled_at AS "settledAt"
    FROM page ${order}`
}

function fromTrades({ side, asset, against, from, to, text }: TradeFilters): RawBuilder<unknown> {
  const conditions = allOf([
    sql`state = 'settled'`,
    side ? sql`side = ${side}` : null,
    asset ? sql`asset = ${asset}` : null,
    against ? sql`against = ${against}` : null,
    ...inDays(sql`settled_at`, from, to),
    matching(text),
  ])
  return sql`FROM reports.trade_order WHERE ${conditions}`
}

const shown = (row: Row): TradeReportRow => ({
  id: row.id,
  userId: row.accountId,
  email: row.email,
  asset: row.asset,
  against: row.against,
  side: row.side,
  amount: formatAsset(row.asset, row.amount),
  value: formatAsset(row.against, row.value),
  price: priceOf(row),
  networkFee: formatAsset(row.bought, row.networkFee),
  houseFee: formatAsset(row.bought, row.houseFee),
  feeAsset: row.bought,
  transactionHash: row.hash,
  settledAt: row.settledAt.toISOString(),
})

const totalShown = ({ count, ...pair }: Total): TradeTotal => ({
  asset: pair.asset,
  against: pair.against,
  side: pair.side,
  count,
  amount: formatAsset(pair.asset, pair.amount),
  value: formatAsset(pair.against, pair.value),
  price: priceOf(pair),
})
