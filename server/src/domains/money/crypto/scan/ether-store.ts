/** SQL of ether at deposit addresses: addresses that are due for a comparison, and the listed ether of each. */
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Connection, Database, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'

/** Least recently compared first, new ones before all. */
export async function addressesToCompare(db: Database, blockNumber: bigint, limit: number): Promise<string[]> {
  const found = await sql<{ accountId: string }>`SELECT a.account_id AS "accountId" FROM crypto.address a
    LEFT JOIN crypto.ether_look l ON l.account_id = a.account_id WHERE l.looked_block IS NULL OR l.looked_block < ${blockNumber}
    ORDER BY l.looked_block NULLS FIRST, a.account_id LIMIT ${limit}`.execute(db)
  return found.rows.map(({ accountId }) => accountId)
}

/** Listed wei up to the block, by address in lower case. Dust that is only counted is left out. */
export async function listedEther(
  connection: Connection,
  addresses: readonly Address[],
  blockNumber: bigint,
): Promise<ReadonlyMap<string, bigint>> {
  const found = await sql<{ address: string; amount: bigint }>`SELECT address, sum(amount) AS amount FROM crypto.unrecognized
    WHERE address = ANY(${addresses.map((address) => address.toLowerCase())}) AND kind IN ('native_coin', 'dust_coin')
      AND block_number <= ${blockNumber} GROUP BY address`.execute(connection)
  return new Map(found.rows.map(({ address, amount }) => [address, amount]))
}

/**
 * Lock the last matching block of each account, without those that another worker compared up to here. In the order of accounts, so that
 * two workers do not deadlock.
 */
export async function lockComparisons(
  tx: Transaction,
  accountIds: readonly string[],
  blockNumber: bigint,
): Promise<ReadonlyMap<string, bigint>> {
  await sql`INSERT INTO crypto.ether_look (account_id, looked_block, agreed_block)
    SELECT account_id, 0, 0 FROM unnest(${[...accountIds]}::uuid[]) AS account_id ORDER BY account_id ON CONFLICT DO NOTHING`.execute(tx)
  const found = await sql<{ accountId: string; agreedBlock: bigint }>`SELECT account_id AS "accountId", agreed_block AS "agreedBlock"
    FROM crypto.ether_look WHERE account_id = ANY(${[...accountIds]}::uuid[]) AND looked_block < ${blockNumber}
    ORDER BY account_id FOR UPDATE`.execute(tx)
  return new Map(found.rows.map(({ accountId, agreedBlock }) => [accountId, agreedBlock]))
}

/**
 * Record that the ether of these is listed, or that the unlisted part is so small that it waits for more. The caller has locked the rows.
 */
export async function setCompared(
  tx: Transaction,
  accountIds: readonly string[],
  { blockNumber, isAgreed }: { blockNumber: bigint; isAgreed: boolean },
): Promise<void> {
  await sql`UPDATE crypto.ether_look SET looked_block = ${blockNumber}, agreed_block = CASE WHEN ${isAgreed} THEN ${blockNumber} ELSE agreed_block END
    WHERE account_id = ANY(${[...accountIds]}::uuid[])`.execute(tx)
}

export interface FoundEther {
  readonly accountId: string
  readonly address: Address
  readonly amount: bigint
  readonly afterBlock: bigint
  readonly blockNumber: bigint
}
/** The caller has locked the comparison's row. */
export async function insertFoundEther(tx: Transaction, { accountId, address, amount, afterBlock, blockNumber }: FoundEther, now: Date) {
  await sql`INSERT INTO crypto.unrecognized (id, kind, account_id, address, amount, after_block, block_number, seen_at)
    VALUES (${newId()}, 'native_coin', ${accountId}, ${address.toLowerCase()}, ${amount}, ${afterBlock}, ${blockNumber}, ${now})`.execute(
    tx,
  )
}

/** Blocks from this one on are no longer part of the chain: comparisons with them are repeated. */
export async function resetComparisons(tx: Transaction, blockNumber: bigint): Promise<void> {
  await sql`UPDATE crypto.ether_look SET looked_block = ${blockNumber - 1n}, agreed_block = least(agreed_block, ${blockNumber - 1n})
    WHERE looked_block >= ${blockNumber}`.execute(tx)
}
