/** SQL of sweeps: the requested ones, and those on chain. */
import { type AssetCode, perAsset } from '@tunjo/contract/money'
import { sql } from 'kysely'
import type { Hash } from 'viem'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

export interface Unswept {
  readonly accountId: string
  readonly asset: AssetCode
}

/** Addresses above the threshold without a request since `lastBefore`: one sweep collects the deposits of an hour. */
export async function findUnswept(
  db: Connection,
  minimums: Readonly<Record<AssetCode, bigint>>,
  lastBefore: Date,
  limit: number,
): Promise<Unswept[]> {
  const minimumOf = JSON.stringify(perAsset((asset) => String(minimums[asset])))
  const found = await sql<Unswept>`SELECT account_id AS "accountId", asset FROM crypto.deposit d
    WHERE state = 'COMPLETED' AND swept_block IS NULL AND NOT EXISTS (SELECT 1 FROM crypto.sweep s
      WHERE s.account_id = d.account_id AND s.asset = d.asset AND (s.ended_at IS NULL OR s.created_at > ${lastBefore}))
    GROUP BY account_id, asset
    HAVING sum(amount) >= (${minimumOf}::jsonb ->> asset)::numeric
    ORDER BY min(created_at) LIMIT ${limit}`.execute(db)
  return found.rows
}

/** False when another worker asked first. */
export async function insertSweep(tx: Transaction, sweep: Unswept & { id: string }, now: Date): Promise<boolean> {
  const { id, accountId, asset } = sweep
  const inserted = await sql`INSERT INTO crypto.sweep (id, account_id, asset, created_at) VALUES (${id}, ${accountId}, ${asset}, ${now})
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx)
  return inserted.rows.length > 0
}

export async function endSweep(db: Connection, id: string, now: Date): Promise<void> {
  await sql`UPDATE crypto.sweep SET ended_at = ${now} WHERE id = ${id} AND ended_at IS NULL`.execute(db)
}

export interface Swept extends Unswept {
  readonly id: string
  readonly amount: bigint
  readonly blockNumber: bigint
  readonly blockHash: Hash
}

/** Save the block that has it now. */
export async function putSwept(tx: Transaction, { id, accountId, asset, amount, blockNumber, blockHash }: Swept, now: Date): Promise<void> {
  await sql`INSERT INTO crypto.swept (id, account_id, asset, amount, block_number, block_hash, seen_at)
    VALUES (${id}, ${accountId}, ${asset}, ${amount}, ${blockNumber}, ${blockHash}, ${now})
    ON CONFLICT (id) DO UPDATE SET block_number = ${blockNumber}, block_hash = ${blockHash}`.execute(tx)
}

export async function sweptIn(tx: Transaction, { number, hash }: { number: bigint; hash: Hash }): Promise<Swept[]> {
  const found =
    await sql<Swept>`SELECT id, account_id AS "accountId", asset, amount, block_number AS "blockNumber", block_hash AS "blockHash"
    FROM crypto.swept WHERE block_number = ${number} AND block_hash = ${hash} ORDER BY id FOR UPDATE`.execute(tx)
  return found.rows
}

/** A sweep takes the whole balance: every deposit until then is swept. */
export async function markSwept(tx: Transaction, { accountId, asset, blockNumber }: Swept): Promise<void> {
  await sql`UPDATE crypto.deposit SET swept_block = ${blockNumber}
    WHERE account_id = ${accountId} AND asset = ${asset} AND block_number <= ${blockNumber} AND swept_block IS NULL`.execute(tx)
}

export async function unmarkSwept(tx: Transaction, { accountId, asset, blockNumber }: Swept): Promise<void> {
  await sql`UPDATE crypto.deposit SET swept_block = NULL
    WHERE account_id = ${accountId} AND asset = ${asset} AND swept_block = ${blockNumber}`.execute(tx)
}
