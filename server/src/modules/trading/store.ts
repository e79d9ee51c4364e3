/** SQL of trades, and the key that seals quotes. */
import { randomBytes } from 'node:crypto'
import type { TradeState, TradeType } from '@tunjo/contract/trading'
import { sql } from 'kysely'
import type { Connection, Database, Transaction } from '../../platform/database.ts'
import { TRADE_STATES } from './states.ts'

export interface NewTrade {
  readonly id: string
  readonly account_id: string
  readonly request_hash: string
  readonly trade_type: TradeType
  readonly token_in: number
  readonly token_out: number
  readonly expected_in: bigint
  readonly expected_out: bigint
  readonly maximum_in: bigint
  readonly minimum_out: bigint
  readonly path: readonly string[]
  readonly estimated_fee_wei: bigint
  readonly fee_usd_micros: bigint
  /** What the customer pays for the network, in base units of what is bought: amounts and bounds of the chain are with it. */
  readonly network_fee_out: bigint
  readonly created_at: Date
}
export interface TradeRow extends NewTrade {
  readonly state: TradeState
  readonly amount_in: bigint | null
  readonly amount_out: bigint | null
  readonly settled_at: Date | null
}

const COLUMNS = sql`id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out, maximum_in, minimum_out, path,
  estimated_fee_wei, fee_usd_micros, network_fee_out, state, amount_in, amount_out, created_at, settled_at`

export async function insertTrade(tx: Transaction, trade: NewTrade): Promise<TradeRow> {
  const inserted = await sql<TradeRow>`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out,
      expected_in, expected_out, maximum_in, minimum_out, path, estimated_fee_wei, fee_usd_micros, network_fee_out, state, created_at)
    VALUES (${trade.id}, ${trade.account_id}, ${trade.request_hash}, ${trade.trade_type}, ${trade.token_in}, ${trade.token_out},
      ${trade.expected_in}, ${trade.expected_out}, ${trade.maximum_in}, ${trade.minimum_out}, ${JSON.stringify(trade.path)},
      ${trade.estimated_fee_wei}, ${trade.fee_usd_micros}, ${trade.network_fee_out}, ${TRADE_STATES.initial}, ${trade.created_at})
    RETURNING ${COLUMNS}`.execute(tx)
  const [row] = inserted.rows
  if (!row) throw new Error('an INSERT with RETURNING answers its row')
  return row
}

export async function findTrade(db: Connection, id: string): Promise<TradeRow | null> {
  const found = await sql<TradeRow>`SELECT ${COLUMNS} FROM trading.trade WHERE id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

export async function lockTrade(tx: Transaction, id: string): Promise<TradeRow | null> {
  const found = await sql<TradeRow>`SELECT ${COLUMNS} FROM trading.trade WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

/** Newest first; `before` is the id of the last trade of the page before. */
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

/** The first process makes the key, all others find it. */
export async function quoteKey(db: Database): Promise<Buffer> {
  await sql`INSERT INTO trading.quote_key (id, key) VALUES (1, ${randomBytes(32)}) ON CONFLICT (id) DO NOTHING`.execute(db)
  const found = await sql<{ key: Buffer }>`SELECT key FROM trading.quote_key WHERE id = 1`.execute(db)
  if (!found.rows[0]) throw new Error('the key of quotes cannot be read')
  return found.rows[0].key
}

export async function openTradeIds(connection: Connection): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM trading.trade WHERE state NOT IN ('settled', 'refunded')`.execute(connection)
  return found.rows.map(({ id }) => id)
}

const DAY_MS = 86_400_000

/** Trades of a person that are under way, and those that reverted on the chain in the last day. */
export async function triesOf(connection: Connection, accountId: string, now: Date): Promise<{ open: number; reverted: number }> {
  const since = new Date(now.getTime() - DAY_MS)
  const counted = await sql<{ open: number; reverted: number }>`SELECT
      count(*) FILTER (WHERE state NOT IN ('settled', 'refunded'))::int AS open,
      count(*) FILTER (WHERE state = 'refunded' AND gas_usd_micros IS NOT NULL AND settled_at > ${since})::int AS reverted
    FROM trading.trade WHERE account_id = ${accountId} AND (settled_at IS NULL OR settled_at > ${since})`.execute(connection)
  return counted.rows[0] ?? { open: 0, reverted: 0 }
}

/** Gas of the last day that no customer paid, in millionths of a dollar. */
export async function unpaidGas(db: Connection, now: Date): Promise<bigint> {
  const summed = await sql<{ total: bigint }>`SELECT COALESCE(sum(GREATEST(gas_usd_micros -
      CASE WHEN state = 'settled' THEN fee_usd_micros ELSE 0 END, 0)), 0)::numeric(78,0) AS total
    FROM trading.trade WHERE settled_at > ${new Date(now.getTime() - DAY_MS)}`.execute(db)
  return summed.rows[0]?.total ?? 0n
}

export interface FeesTaken {
  readonly networkFees: readonly { readonly token: number; readonly orders: number; readonly amount: bigint }[]
  readonly paidUsdMicros: bigint
  readonly gasUsdMicros: bigint
}

/** What customers paid for the network since then, in what they bought and in dollars, and what the network took. */
export async function feesTaken(db: Connection, since: Date): Promise<FeesTaken> {
  const fees = await sql<FeesTaken['networkFees'][number]>`SELECT token_out AS token, count(*)::int AS orders,
      sum(network_fee_out)::numeric(78,0) AS amount
    FROM trading.trade WHERE settled_at > ${since} AND state = 'settled' GROUP BY token_out ORDER BY token_out`.execute(db)
  const dollars = await sql<{ paid: bigint; gas: bigint }>`SELECT
      COALESCE(sum(fee_usd_micros) FILTER (WHERE state = 'settled'), 0)::numeric(78,0) AS paid,
      COALESCE(sum(gas_usd_micros), 0)::numeric(78,0) AS gas
    FROM trading.trade WHERE settled_at > ${since}`.execute(db)
  const { paid = 0n, gas = 0n } = dollars.rows[0] ?? {}
  return { networkFees: fees.rows, paidUsdMicros: paid, gasUsdMicros: gas }
}
