/** What the signer reads of the business, itself and with its own role; it writes none of it. What the ledger says is proved by its seals. */
import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Connection } from '../../../platform/database.ts'
import type { LimitedAsset } from './config.ts'

/** A trade as `trading.swap_to_sign` publishes it. Tokens are ids of the token list. */
export interface TradeEvidence {
  readonly accountId: string
  readonly tradeType: 'input' | 'output'
  readonly tokenIn: number
  readonly tokenOut: number
  readonly maximumIn: bigint
  readonly minimumOut: bigint
  readonly state: string
}

export async function findTradeEvidence(db: Connection, tradeId: string): Promise<TradeEvidence | null> {
  const found = await sql<TradeEvidence>`SELECT account_id AS "accountId", trade_type AS "tradeType", token_in AS "tokenIn",
      token_out AS "tokenOut", maximum_in AS "maximumIn", minimum_out AS "minimumOut", state
    FROM trading.swap_to_sign WHERE id = ${tradeId}`.execute(db)
  return found.rows[0] ?? null
}

/** Id of the posting that moved the pesos of this business record; null unless there is exactly one such posting. */
export async function findPesosMoved(
  db: Connection,
  { ref, code, kind }: { ref: string; code: string; kind: 'post' | 'settle' | 'reverse' },
): Promise<string | null> {
  const found = await sql<{ id: string }>`SELECT transfer_id AS id FROM ledger.entry
    WHERE ref = ${ref} AND code = ${code} AND kind = ${kind} AND asset = 'COP' AND side = 'credit'`.execute(db)
  return found.rows.length === 1 ? (found.rows[0]?.id ?? null) : null
}

/** What was signed of the asset since then, by this kind of operation, in the signer's own book. */
export async function signedSince(db: Connection, { kind, asset }: { kind: string; asset: LimitedAsset }, since: Date): Promise<bigint> {
  const found = await sql<{ total: bigint }>`SELECT coalesce(sum(amount), 0)::numeric AS total FROM blockchain.chain_transaction
    WHERE kind = ${kind} AND asset = ${asset} AND created_at > ${since}`.execute(db)
  return found.rows[0]?.total ?? 0n
}

export async function countSince(db: Connection, kind: string, since: Date): Promise<number> {
  const found = await sql<{ count: number }>`SELECT count(*)::int AS count FROM blockchain.chain_transaction
    WHERE kind = ${kind} AND created_at > ${since}`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Sweeps with this call in the signer's own book. Intents cannot be changed, so what was signed for one is what it still says. */
export async function countSweeps(db: Connection, data: Hex, since: Date): Promise<number> {
  const found = await sql<{
    count: number
  }>`SELECT count(*)::int AS count FROM blockchain.chain_transaction JOIN blockchain.intent USING (operation_id)
    WHERE chain_transaction.kind = 'sweep' AND chain_transaction.created_at > ${since} AND intent.request ->> 'data' = ${data}`.execute(db)
  return found.rows[0]?.count ?? 0
}
