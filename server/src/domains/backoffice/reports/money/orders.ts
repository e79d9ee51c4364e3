/** Historial de ordenes (ADM-15): every order of all customers, as a page or as CSV. */
import type { AssetCode } from '@tunjo/contract/money'
import { formatAsset } from '@tunjo/contract/money'
import type { ORDER_SORTS, OrderFilters, OrderRow, TradeSide } from '@tunjo/contract/trade-reports'
import type { TradeState, TradeType } from '@tunjo/contract/trading'
import { type RawBuilder, sql } from 'kysely'
import { CSV_ROWS_READ, type CsvList, listToCsv } from '../../../../platform/csv/csv.ts'
import { dateForSheets } from '../../../../platform/csv/date-for-sheets.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import { allOf, orderBy, type Page, pageOf } from '../../../../platform/database/list-query.ts'
import { type Sheet, sheetOf } from '../../../../platform/exports/index.ts'
import { dollars, EMAIL, HASH, inDays, matching, priceOf } from './trade-orders.ts'

interface Row {
  id: string
  accountId: string
  email: string
  state: TradeState
  type: TradeType
  sold: AssetCode
  bought: AssetCode
  asset: AssetCode
  against: AssetCode
  side: TradeSide
  amountSold: bigint
  amountBought: bigint
  amount: bigint
  value: bigint
  expectedIn: bigint
  expectedOut: bigint
  maximumIn: bigint
  minimumOut: bigint
  networkFee: bigint
  houseFee: bigint
  feeUsd: bigint
  gasUsd: bigint | null
  hash: string | null
  createdAt: Date
  settledAt: Date | null
}

const COLUMNS: Readonly<Record<(typeof ORDER_SORTS)[number], string>> = {
  createdAt: 'created_at',
  settledAt: 'settled_at',
  networkFeeUsd: 'fee_usd_micros',
}

export async function listOrders(
  connection: Connection,
  { pageIndex, size, ...filters }: OrderFilters & { pageIndex: number; size: number },
): Promise<Page<OrderRow>> {
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total ${fromOrders(filters)}`.execute(connection)
  const rows = await read(connection, filters, { limit: size, offset: pageIndex * size })
  return pageOf(rows.map(shown), counted.rows[0]?.total ?? 0, size)
}

const HEADER = [
  'orderId', 'userId', 'email', 'creationDate', 'settlementDate', 'state', 'type', 'sold', 'amountSold', 'bought', 'amountBought', 'price',
  'maximumSold', 'minimumBought', 'slippagePercent', 'networkFee', 'networkFeeUSD', 'gasUSD', 'transactionId', 'houseFee',
] // biome-ignore format: one list

export async function ordersCsv(connection: Connection, filters: OrderFilters): Promise<CsvList> {
  const rows = await read(connection, filters, { limit: CSV_ROWS_READ, offset: 0 })
  return listToCsv(HEADER, rows.map(cells))
}

export const ordersSheet = (filters: OrderFilters): Sheet =>
  sheetOf({
    header: HEADER,
    count: sql<{ total: number }>`SELECT count(*)::integer AS total ${fromOrders(filters)}`,
    rows: select(filters, { limit: null, offset: 0 }),
    cells,
  })

function cells(row: Row) {
  const order = shown(row)
  return [
    order.id, order.userId, order.email, dateForSheets(row.createdAt), row.settledAt && dateForSheets(row.settledAt), order.state,
    order.type, order.sold, order.amountSold, order.bought, order.amountBought, order.price, order.maximumSold, order.minimumBought,
    order.slippagePercent, order.networkFee, order.networkFeeUsd, order.gasUsd, order.transactionHash,
    order.houseFee,
  ] // biome-ignore format: the columns of the header
}

const read = async (connection: Connection, filters: OrderFilters, page: { limit: number; offset: number }): Promise<Row[]> =>
  (await select(filters, page).execute(connection)).rows

function select(filters: OrderFilters, { limit, offset }: { limit: number | null; offset: number }): RawBuilder<Row> {
  const order = orderBy(COLUMNS, filters.sort, filters.order)
  return sql<Row>`WITH page AS (SELECT trade_order.* ${fromOrders(filters)} ${order} LIMIT ${limit} OFFSET ${offset})
    SELECT id, account_id AS "accountId", ${EMAIL} AS email, state, type, sold, bought, asset, against, side, amount_sold AS "amountSold",
      amount_bought AS "amountBought", amount, value, expected_in AS "expectedIn", expected_out AS "expectedOut", maximum_in AS "maximumIn",
      minimum_out AS "minimumOut", network_fee AS "networkFee", house_fee AS "houseFee", fee_usd_micros AS "feeUsd", gas_usd_micros AS "gasUsd", ${HASH} AS hash,
      created_at AS "createdAt", settled_at AS "settledAt"
    FROM page ${order}`
}

function fromOrders({ state, type, sold, bought, from, to, text }: OrderFilters): RawBuilder<unknown> {
  const conditions = allOf([
    state ? sql`state = ${state}` : null,
    type ? sql`type = ${type}` : null,
    sold ? sql`sold = ${sold}` : null,
    bought ? sql`bought = ${bought}` : null,
    ...inDays(sql`created_at`, from, to),
    matching(text),
  ])
  return sql`FROM reports.trade_order WHERE ${conditions}`
}

function shown(row: Row): OrderRow {
  const isRefunded = row.state === 'refunded'
  const { sold, bought, networkFee, houseFee } = row
  return {
    id: row.id,
    userId: row.accountId,
    email: row.email,
    state: row.state,
    type: row.type,
    sold,
    bought,
    asset: row.asset,
    against: row.against,
    side: row.side,
    amountSold: formatAsset(sold, row.amountSold),
    amountBought: formatAsset(bought, row.amountBought),
    price: priceOf(row),
    maximumSold: formatAsset(sold, row.maximumIn),
    minimumBought: formatAsset(bought, row.minimumOut - networkFee - houseFee),
    slippagePercent: slippageOf(row),
    networkFee: formatAsset(bought, isRefunded ? 0n : networkFee),
    networkFeeUsd: dollars(isRefunded ? 0n : row.feeUsd),
    houseFee: formatAsset(bought, isRefunded ? 0n : houseFee),
    gasUsd: row.gasUsd === null ? null : dollars(row.gasUsd),
    transactionHash: row.hash,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  }
}

/** Deviation of the limit from the expected amount, in percent, to the nearest hundredth: bounds are rounded to base units. */
function slippageOf({ type, expectedIn, expectedOut, maximumIn, minimumOut }: Row): string {
  const [distance, expected] = type === 'input' ? [expectedOut - minimumOut, expectedOut] : [maximumIn - expectedIn, expectedIn]
  const hundredths = (distance * 20_000n + expected) / (expected * 2n)
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}
