/** SQL of the history over all rails. Each rail is queried for one page in the order of its own index, and the pages are merged. */

import type { AssetCode } from '@tunjo/contract/money'
import type { Movement, MovementState } from '@tunjo/contract/movements'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { allOf, type Condition } from '../../../platform/database/list-query.ts'
import { MOVEMENT_SOURCES } from './sources.ts'

export interface MovementRow {
  readonly id: string
  readonly kind: Movement['kind']
  readonly rail: Movement['rail']
  readonly state: MovementState
  readonly asset: AssetCode
  readonly amount: bigint
  readonly receivedAsset: AssetCode | null
  readonly receivedAmount: bigint | null
  readonly bankId: number | null
  readonly alias: string | null
  readonly ending: string | null
  readonly address: string | null
  readonly reference: string | null
  readonly createdAt: Date
  readonly endedAt: Date | null
}
export interface MovementSearch {
  readonly accountId: string
  readonly kind?: Movement['kind'] | undefined
  readonly rail?: Movement['rail'] | undefined
  readonly asset?: AssetCode | undefined
  readonly states?: readonly MovementState[] | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly words?: SearchWords | undefined
}
/** Search terms: folded text, the banks whose name contains it, and the amounts it may denote. */
export interface SearchWords {
  readonly text: string
  readonly banks: readonly number[]
  readonly amounts: readonly { readonly asset: AssetCode; readonly amount: bigint }[]
}
export interface Place {
  readonly createdAt: Date
  readonly id: string
}

const COLUMNS = sql`id, kind, rail, state, asset, amount, received_asset AS "receivedAsset", received_amount AS "receivedAmount",
  bank_id AS "bankId", alias, ending, address, reference, created_at AS "createdAt", ended_at AS "endedAt"`

/** One route of an exchange: tokens by symbol, a pool between each two with its fee in parts per million, and what it sold in base units. */
export interface ExecutedRoute {
  readonly symbols: readonly string[]
  readonly pools: readonly { readonly fee: number }[]
  readonly amountIn: string
}

/**
 * Quote and fill of a settled exchange, in base units. Bought amounts are those on chain: the customer receives them without both fees,
 * which are in the bought asset. What trades of earlier versions did not record is null.
 */
export interface Execution {
  readonly tradeType: 'input' | 'output'
  readonly quotedIn: bigint | null
  readonly quotedOut: bigint | null
  readonly maximumIn: bigint
  readonly minimumOut: bigint
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly networkFee: bigint
  readonly houseFee: bigint
  readonly routes: readonly ExecutedRoute[] | null
  readonly blockNumber: bigint | null
  readonly transactionHash: string | null
}

export async function findExecution(connection: Connection, id: string): Promise<Execution | undefined> {
  const found = await sql<Execution>`SELECT trade_type AS "tradeType", quoted_in AS "quotedIn", quoted_out AS "quotedOut",
      maximum_in AS "maximumIn", minimum_out AS "minimumOut", amount_in AS "amountIn", amount_out AS "amountOut", network_fee AS "networkFee",
      house_fee AS "houseFee", routes, block_number AS "blockNumber", transaction_hash AS "transactionHash"
    FROM trading.trade_execution WHERE id = ${id} AND amount_in IS NOT NULL`.execute(connection)
  return found.rows[0]
}

export async function findMovements(
  connection: Connection,
  search: MovementSearch,
  { after, limit }: { after: Place | null; limit: number },
): Promise<MovementRow[]> {
  const conditions = allOf([...conditionsOf(search), after && sql`(created_at, id) < (${after.createdAt}, ${after.id}::uuid)`])
  const pages = MOVEMENT_SOURCES.map(
    ({ schema, view }) => sql`(SELECT ${COLUMNS} FROM ${sql.id(schema, view)} WHERE ${conditions}
      ORDER BY created_at DESC, id DESC LIMIT ${limit})`,
  )
  const found = await sql<MovementRow>`SELECT * FROM (${sql.join(pages, sql` UNION ALL `)}) AS movement
    ORDER BY "createdAt" DESC, id DESC LIMIT ${limit}`.execute(connection)
  return found.rows
}

function conditionsOf({ accountId, kind, rail, asset, states, from, to, words }: MovementSearch): Condition[] {
  return [
    sql`account_id = ${accountId}`,
    kind ? sql`kind = ${kind}` : null,
    rail ? sql`rail = ${rail}` : null,
    asset ? sql`(asset = ${asset} OR received_asset = ${asset})` : null,
    states ? sql`state = ANY(${states})` : null,
    from ? sql`created_at >= ${from}` : null,
    to ? sql`created_at <= ${to}` : null,
    words ? matching(words) : null,
  ]
}

/** No index: a customer searches their own movements only. */
function matching({ text, banks, amounts }: SearchWords): RawBuilder<unknown> {
  const seen = sql`translate(lower(concat_ws(' ', alias, ending, address, reference, id)), 'áéíóúüñ', 'aeiouun')`
  const sums = amounts.map(
    ({ asset, amount }) => sql`(asset = ${asset} AND amount = ${amount}) OR (received_asset = ${asset} AND received_amount = ${amount})`,
  )
  return sql`(${sql.join([sql`strpos(${seen}, ${text}) > 0`, sql`bank_id = ANY(${banks})`, ...sums], sql` OR `)})`
}

/** With the state machine that keeps its timeline. */
export interface FoundMovement extends MovementRow {
  readonly machine: `${string}.${string}`
}

export async function findMovement(connection: Connection, accountId: string, id: string): Promise<FoundMovement | null> {
  for (const { schema, view, machine } of MOVEMENT_SOURCES) {
    const found = await sql<MovementRow>`SELECT ${COLUMNS} FROM ${sql.id(schema, view)}
      WHERE id = ${id} AND account_id = ${accountId}`.execute(connection)
    const row = found.rows[0]
    if (row) return { ...row, machine }
  }
  return null
}
