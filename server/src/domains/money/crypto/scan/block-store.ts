/** SQL of the scanned blocks, and of transfers that are credited to no customer. */
import { SPAM_KINDS } from '@tunjo/contract/money-reports'
import { sql } from 'kysely'
import type { Address, Hash } from 'viem'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { BlockHead } from '../../blockchain/index.ts'
import { resetComparisons } from './ether-store.ts'

/** Maximum depth at which reorganisations are detected. */
const KEPT_BLOCKS = 4_096n
/** Outsiders can send unlimited worthless tokens: for one address no more are listed, and the rest is only counted. */
const SPAM_OF_ADDRESS_MAX = 200

/** Null before the first block. */
export async function lastBlock(db: Connection): Promise<BlockHead | null> {
  const found = await sql<BlockHead>`SELECT number, hash, parent_hash AS "parentHash" FROM crypto.block
    ORDER BY number DESC LIMIT 1`.execute(db)
  return found.rows[0] ?? null
}

/** True when the stored block before it is its parent, or when no other block is stored. */
export async function followsItsParent(db: Connection, { number, parentHash }: BlockHead): Promise<boolean> {
  const found = await sql`SELECT 1 WHERE EXISTS (SELECT 1 FROM crypto.block WHERE number = ${number - 1n} AND hash = ${parentHash})
    OR NOT EXISTS (SELECT 1 FROM crypto.block WHERE number <> ${number})`.execute(db)
  return found.rows.length > 0
}

/** Put a block whose number was changed back behind its parent; without a stored parent it is removed, and read again. */
export async function replaceMisplaced(tx: Transaction, { number, hash, parentHash }: BlockHead): Promise<void> {
  const replaced = await sql`UPDATE crypto.block SET number = parent.number + 1 FROM crypto.block AS parent
    WHERE block.number = ${number} AND block.hash = ${hash} AND parent.hash = ${parentHash} AND parent.number <> ${number}
      AND NOT EXISTS (SELECT 1 FROM crypto.block AS other WHERE other.number = parent.number + 1) RETURNING 1`.execute(tx)
  if (replaced.rows.length === 0) await sql`DELETE FROM crypto.block WHERE number = ${number} AND hash = ${hash}`.execute(tx)
}

/** Null when it was not read, or is older than the kept blocks. */
export async function blockAt(db: Connection, number: bigint): Promise<BlockHead | null> {
  const found = await sql<BlockHead>`SELECT number, hash, parent_hash AS "parentHash" FROM crypto.block WHERE number = ${number}`.execute(
    db,
  )
  return found.rows[0] ?? null
}

/** False when the block is no longer part of the chain. Until the transaction ends no reorganisation removes it. */
export async function lockBlock(tx: Transaction, { number, hash }: BlockHead): Promise<boolean> {
  return (await sql`SELECT 1 FROM crypto.block WHERE number = ${number} AND hash = ${hash} FOR SHARE`.execute(tx)).rows.length > 0
}

/**
 * False when another scanner came first, or the previous block is no longer the last one's. After a reorganisation it is the lowest block
 * that was dropped: comparisons with the old one, or with a block above it, are repeated.
 */
export async function insertBlock(tx: Transaction, { number, hash, parentHash }: BlockHead, last: BlockHead | null): Promise<boolean> {
  const parent = await sql`SELECT 1 FROM crypto.block WHERE number = ${number - 1n} AND hash = ${parentHash} FOR UPDATE`.execute(tx)
  if (last !== null && parent.rows.length === 0) return false
  const inserted = await sql`INSERT INTO crypto.block (number, hash, parent_hash) VALUES (${number}, ${hash}, ${parentHash})
    ON CONFLICT DO NOTHING RETURNING number`.execute(tx)
  await sql`DELETE FROM crypto.block WHERE number <= ${number - KEPT_BLOCKS}`.execute(tx)
  await sql`INSERT INTO crypto.highest_block (number) VALUES (${number})
    ON CONFLICT (is_only) DO UPDATE SET number = greatest(highest_block.number, excluded.number)`.execute(tx)
  await resetComparisons(tx, number)
  return inserted.rows.length > 0
}

/** Highest block that was ever read, also of a chain that dropped it since; null when it is unknown. */
export async function highestBlock(tx: Transaction): Promise<bigint | null> {
  const found = await sql<{ number: bigint }>`SELECT number FROM crypto.highest_block`.execute(tx)
  return found.rows[0]?.number ?? null
}

/** False when another scanner came first. */
export async function deleteBlock(tx: Transaction, { number, hash }: BlockHead): Promise<boolean> {
  return (await sql`DELETE FROM crypto.block WHERE number = ${number} AND hash = ${hash} RETURNING number`.execute(tx)).rows.length > 0
}

export interface Unrecognized {
  readonly kind: 'unknown_token' | 'native_coin' | 'dust_coin' | 'zero_amount' | 'from_house'
  readonly accountId: string
  readonly address: Address
  readonly contract: Address | null
  readonly fromAddress: Address
  readonly amount: bigint
  readonly transactionHash: Hash
  readonly blockNumber: bigint
}

export async function insertUnrecognized(tx: Transaction, seen: Unrecognized, now: Date): Promise<void> {
  const { kind, accountId, contract, fromAddress, amount, transactionHash, blockNumber } = seen
  const address = seen.address.toLowerCase()
  const isSpam = sql`kind IN (${sql.join(SPAM_KINDS)})`
  const maximum = SPAM_KINDS.some((spam) => spam === kind) ? SPAM_OF_ADDRESS_MAX : null
  await sql`WITH listed AS (
      INSERT INTO crypto.unrecognized (id, kind, account_id, address, contract, from_address, amount, transaction_hash, block_number, seen_at)
      SELECT ${newId()}::uuid, ${kind}, ${accountId}::uuid, ${address}, ${contract}, ${fromAddress}, ${amount}::numeric, ${transactionHash},
        ${blockNumber}::bigint, ${now}::timestamptz
      WHERE ${maximum}::integer IS NULL
        OR (SELECT count(*) FROM crypto.unrecognized WHERE address = ${address} AND ${isSpam}) < ${maximum}::integer
      RETURNING id)
    INSERT INTO crypto.unlisted_spam (block_number, address, count)
    SELECT ${blockNumber}::bigint, ${address}, 1 WHERE NOT EXISTS (SELECT 1 FROM listed)
    ON CONFLICT (block_number, address) DO UPDATE SET count = unlisted_spam.count + 1`.execute(tx)
}

export async function deleteUnrecognized(tx: Transaction, blockNumber: bigint): Promise<void> {
  await sql`DELETE FROM crypto.unrecognized WHERE block_number = ${blockNumber}`.execute(tx)
  await sql`DELETE FROM crypto.unlisted_spam WHERE block_number = ${blockNumber}`.execute(tx)
}
