/** SQL of trades. */
import type { TradeState, TradeType } from '@tunjo/contract/trading'
import { type RawBuilder, sql } from 'kysely'
import type { ChainDeployment } from '../../../chain/deployment.ts'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import type { RouteQuote } from './market.ts'
import { symbolOf } from './view-routes.ts'

/** Amounts are base units as decimal text: as priced when the trade was placed, and as executed once it is settled. */
export interface StoredRoute {
  /** Addresses, and the symbols that a receipt shows. */
  readonly tokens: readonly string[]
  readonly symbols: readonly string[]
  readonly pools: readonly { readonly address: string; readonly fee: number }[]
  readonly amountIn: string
  readonly amountOut: string
}

export const storedRoute = (deployment: Pick<ChainDeployment, 'tokens'>, { route, amountIn, amountOut }: RouteQuote): StoredRoute => ({
  tokens: route.tokens,
  symbols: route.tokens.map((token) => symbolOf(deployment, token)),
  pools: route.pools.map(({ address, fee }) => ({ address, fee })),
  amountIn: String(amountIn),
  amountOut: String(amountOut),
})

export interface NewTrade {
  readonly id: string
  readonly accountId: string
  readonly requestHash: string
  readonly tradeType: TradeType
  readonly tokenIn: number
  readonly tokenOut: number
  readonly expectedIn: bigint
  readonly expectedOut: bigint
  readonly maximumIn: bigint
  readonly minimumOut: bigint
  readonly path: readonly string[]
  /** Null for trades from before routes were stored. */
  readonly routes: readonly StoredRoute[] | null
  readonly estimatedFeeWei: bigint
  readonly feeUsdMicros: bigint
  /** Network fee of the customer, in base units of the bought asset: on-chain amounts and bounds include it. */
  readonly networkFeeOut: bigint
  /** Platform fee in the same units, and the version of its rates. */
  readonly houseFeeOut: bigint
  readonly feeVersion: number
  /** Cents, at the time of the order. */
  readonly valueCop: bigint
  readonly createdAt: Date
  /** Amounts of the customer's quote, for the receipt only. */
  readonly quotedIn: bigint
  readonly quotedOut: bigint
  /** Seal of the placing process (trade-proof.ts); null for trades from before seals existed, or forged ones. */
  readonly seal: string | null
}
export interface TradeRow extends Omit<NewTrade, 'quotedIn' | 'quotedOut'> {
  readonly state: TradeState
  readonly amountIn: bigint | null
  readonly amountOut: bigint | null
  readonly settledAt: Date | null
}

const COLUMNS = sql`id, account_id AS "accountId", request_hash AS "requestHash", trade_type AS "tradeType",
  token_in AS "tokenIn", token_out AS "tokenOut", expected_in AS "expectedIn", expected_out AS "expectedOut",
  maximum_in AS "maximumIn", minimum_out AS "minimumOut", path, routes, estimated_fee_wei AS "estimatedFeeWei",
  fee_usd_micros AS "feeUsdMicros", network_fee_out AS "networkFeeOut", house_fee_out AS "houseFeeOut",
  fee_version AS "feeVersion", value_cop AS "valueCop", state, amount_in AS "amountIn", amount_out AS "amountOut",
  created_at AS "createdAt", settled_at AS "settledAt", seal`

export async function findTrade(db: Connection, id: string): Promise<TradeRow | null> {
  const found = await sql<TradeRow>`SELECT ${COLUMNS} FROM trading.trade WHERE id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

export async function lockTrade(tx: Transaction, id: string): Promise<TradeRow | null> {
  const found = await sql<TradeRow>`SELECT ${COLUMNS} FROM trading.trade WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

/** Newest first; `before` is the id of the last trade of the previous page. */
export async function tradesOf(
  db: Connection,
  accountId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<TradeRow[]> {
  const after = before ? sql`AND (created_at, id) < (SELECT created_at, id FROM trading.trade WHERE id = ${before})` : sql``
  const found = await sql<TradeRow>`SELECT ${COLUMNS} FROM trading.trade WHERE account_id = ${accountId} ${after}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(db)
  return found.rows
}

export async function openTradeIds(connection: Connection): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM trading.trade WHERE state NOT IN ('settled', 'refunded')`.execute(connection)
  return found.rows.map(({ id }) => id)
}

export async function openTrades(connection: Connection, limit: number): Promise<TradeRow[]> {
  const found = await sql<TradeRow>`SELECT ${COLUMNS} FROM trading.trade WHERE state NOT IN ('settled', 'refunded')
    ORDER BY created_at, id LIMIT ${limit}`.execute(connection)
  return found.rows
}

const DAY_MS = 86_400_000

/** Gas of the last day that no customer paid, in millionths of a dollar. */
export async function unpaidGas(db: Connection, now: Date): Promise<bigint> {
  const summed = await sql<{ total: bigint }>`SELECT COALESCE(sum(GREATEST(gas_usd_micros -
      CASE WHEN state = 'settled' THEN fee_usd_micros ELSE 0 END, 0)), 0)::numeric(78,0) AS total
    FROM trading.trade WHERE settled_at > ${new Date(now.getTime() - DAY_MS)}`.execute(db)
  return summed.rows[0]?.total ?? 0n
}

export interface TakenFee {
  readonly token: number
  readonly orders: number
  readonly amount: bigint
}
export interface FeesTaken {
  readonly networkFees: readonly TakenFee[]
  readonly houseFees: readonly TakenFee[]
  readonly paidUsdMicros: bigint
  readonly gasUsdMicros: bigint
}

/** Network fees that customers paid since then, in the bought asset and in dollars, and the gas that the network took. */
export async function feesTaken(db: Connection, since: Date): Promise<FeesTaken> {
  const fees = await takenOf(db, since, sql`network_fee_out`)
  const platformFees = await takenOf(db, since, sql`house_fee_out`)
  const dollars = await sql<{ paid: bigint; gas: bigint }>`SELECT
      COALESCE(sum(fee_usd_micros) FILTER (WHERE state = 'settled'), 0)::numeric(78,0) AS paid,
      COALESCE(sum(gas_usd_micros), 0)::numeric(78,0) AS gas
    FROM trading.trade WHERE settled_at > ${since}`.execute(db)
  const { paid = 0n, gas = 0n } = dollars.rows[0] ?? {}
  return { networkFees: fees, houseFees: platformFees, paidUsdMicros: paid, gasUsdMicros: gas }
}

/** Only orders that paid a fee. */
async function takenOf(db: Connection, since: Date, fee: RawBuilder<unknown>): Promise<TakenFee[]> {
  const found = await sql<TakenFee>`SELECT token_out AS token, count(*)::int AS orders, sum(${fee})::numeric(78,0) AS amount
    FROM trading.trade WHERE settled_at > ${since} AND state = 'settled' AND ${fee} > 0 GROUP BY token_out ORDER BY token_out`.execute(db)
  return found.rows
}
