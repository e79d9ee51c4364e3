/** Historial de depositos, Historial de retiros (ADM-15): token movements of all customers, from the view `reports.token_movement`. */
import { ASSETS, type AssetCode, formatAsset } from '@tunjo/contract/money'
import { filterOfTokenState, TOKEN_STATES, type TokenChoice, type TokenReportRow, type TokenState } from '@tunjo/contract/money-reports'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { getAddress } from 'viem'
import { CSV_ROWS_READ, type CsvList, listToCsv } from '../../../../platform/csv/csv.ts'
import { dateForSheets } from '../../../../platform/csv/date-for-sheets.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import { allOf, type Page, pageOf } from '../../../../platform/database/list-query.ts'
import { type Sheet, sheetOf } from '../../../../platform/exports/index.ts'
import { approvedBy, inWord, isId, onDay } from './filters.ts'

interface Row {
  id: string
  kind: TokenReportRow['kind']
  accountId: string
  asset: AssetCode
  amount: bigint
  fee: bigint
  state: TokenState
  createdAt: Date
  confirmedAt: Date | null
  fromAddress: string | null
  toAddress: string
  transactionHash: string | null
  approver: string | null
}

export async function listTokens(
  connection: Connection,
  { pageIndex, limit, ...choice }: TokenChoice & { pageIndex: number; limit: number },
): Promise<Page<TokenReportRow>> {
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total ${fromMovements(choice)}`.execute(connection)
  const rows = await read(connection, choice, { limit, offset: pageIndex * limit })
  return pageOf(rows.map(shown), counted.rows[0]?.total ?? 0, limit)
}

const HEADER = ['userId', 'asset', 'amount', 'state', 'creationDate', 'confirmationDate', 'transactionId', 'destination']

/** Columns as the specification lists them. */
export async function tokensCsv(connection: Connection, choice: TokenChoice): Promise<CsvList> {
  const rows = await read(connection, choice, { limit: CSV_ROWS_READ, offset: 0 })
  return listToCsv(HEADER, rows.map(cells))
}

export const tokensSheet = (choice: TokenChoice): Sheet =>
  sheetOf({
    header: HEADER,
    count: sql<{ total: number }>`SELECT count(*)::int AS total ${fromMovements(choice)}`,
    rows: select(choice, { limit: null, offset: 0 }),
    cells,
  })

const cells = (row: Row) => [
  row.accountId,
  row.asset,
  amountOf(row),
  filterOfTokenState(row.state),
  dateForSheets(row.createdAt),
  row.confirmedAt && dateForSheets(row.confirmedAt),
  row.transactionHash ?? row.id,
  getAddress(row.toAddress),
]

const read = async (connection: Connection, choice: TokenChoice, page: { limit: number; offset: number }): Promise<Row[]> =>
  (await select(choice, page).execute(connection)).rows

const select = (choice: TokenChoice, { limit, offset }: { limit: number | null; offset: number }): RawBuilder<Row> =>
  sql<Row>`SELECT id, kind, account_id AS "accountId", asset, amount, fee, state, created_at AS "createdAt",
      confirmed_at AS "confirmedAt", from_address AS "fromAddress", to_address AS "toAddress", transaction_hash AS "transactionHash",
      (SELECT email FROM identity.user_report WHERE id = approver_id) AS approver
    ${fromMovements(choice)} ${orderOf(choice)} LIMIT ${limit} OFFSET ${offset}`

function fromMovements(choice: TokenChoice): RawBuilder<unknown> {
  const { kind, asset, state, transactionId } = choice
  const conditions = allOf([
    sql`kind = ${kind}`,
    asset ? sql`asset = ${asset}` : null,
    state ? inWord(sql`state`, TOKEN_STATES, filterOfTokenState, state) : null,
    onDay(sql`created_at`, choice.date),
    isId(sql`account_id`, choice.userId),
    transactionId ? found(transactionId.toLowerCase()) : null,
    approvedBy(sql`approver_id`, choice.aprobador),
  ])
  return sql`FROM reports.token_movement WHERE ${conditions}`
}

const found = (text: string): RawBuilder<unknown> =>
  isUuid(text) ? sql`id = ${text}` : sql`(transaction_hash = ${text} OR to_address = ${text} OR from_address = ${text})`

/** Amounts of all assets in one order: as whole units. */
const SCALE = sql`CASE asset ${sql.join(
  Object.entries(ASSETS).map(([asset, { scale }]) => sql`WHEN ${asset} THEN ${sql.lit(10 ** scale)}::numeric`),
  sql` `,
)} END`

function orderOf({ ordering }: TokenChoice): RawBuilder<unknown> {
  if (ordering === 'created_at') return sql`ORDER BY created_at, id`
  if (ordering === '-created_at') return sql`ORDER BY created_at DESC, id DESC`
  return ordering === 'amount' ? sql`ORDER BY amount / ${SCALE}, id` : sql`ORDER BY amount / ${SCALE} DESC, id DESC`
}

const amountOf = ({ amount, asset }: Row): string => formatAsset(asset, amount)
const shown = (row: Row): TokenReportRow => ({
  id: row.id,
  kind: row.kind,
  created_at: row.createdAt.toISOString(),
  asset: row.asset,
  amount: amountOf(row),
  to_address: getAddress(row.toAddress),
  from_address: row.fromAddress && getAddress(row.fromAddress),
  state: row.state,
  user_id: row.accountId,
  fee: formatAsset(row.asset, row.fee),
  transaction_hash: row.transactionHash,
  confirmed_at: row.confirmedAt?.toISOString() ?? null,
  approver: row.approver,
})
