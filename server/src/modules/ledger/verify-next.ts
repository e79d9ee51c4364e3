/**
 * Verifies the ledger bit by bit: the batches since the last time, and the balances in the order of their ids. What `verify` proves by
 * reading everything, this proves of what is new.
 */
import type { Connection } from '../../platform/database.ts'
import { sha256 } from '../../platform/ids.ts'
import { batchHash, rowText, type StoredTransfer } from './chain.ts'
import { BATCH_COLUMNS } from './read.ts'
import type { BatchRow } from './replay.ts'
import { type Keeper, nextAccounts, query, TRANSFER_COLUMNS, type TransferRow, transferFrom } from './store.ts'
import type { ChainLink, Discrepancy, Ledger, VerifiedPart } from './types.ts'

const PAGE_BATCHES = 500
const PAGE_ACCOUNTS = 2_000

type Place = Pick<ChainLink, 'seq' | 'hash'>

export async function verifyNext(connection: Connection, shard: number, after: Place): Promise<VerifiedPart> {
  const text = `SELECT ${BATCH_COLUMNS}, complete FROM ledger.batch WHERE shard = $1 AND seq > $2 ORDER BY seq LIMIT $3`
  const batches = await query<BatchRow>(connection, text, [shard, after.seq, PAGE_BATCHES])
  const last = batches.at(-1) ?? after
  const range = [shard, after.seq, last.seq]
  const transferText = `SELECT ${TRANSFER_COLUMNS} FROM ledger.transfer WHERE shard = $1 AND batch_seq > $2 AND batch_seq <= $3 ORDER BY batch_seq, id`
  const transfers = (await query<TransferRow>(connection, transferText, range)).map(transferFrom)
  const broken = await query<{ id: string }>(connection, UNFOUNDED, range)
  const faults = [
    ...chainFaults(after, batches, transfers),
    ...broken.map(({ id }) => fault('transfer', id, 'a balance does not follow from the one before')),
  ]
  return { faults, until: { seq: last.seq, hash: last.hash }, isEnd: batches.length < PAGE_BATCHES }
}

const fault = (table: Discrepancy['table'], id: string, reason: string): Discrepancy => ({ table, id, reason })

// One look-up for each side, whatever the planner knows of the table.
const UNFOUNDED = `SELECT DISTINCT e.transfer_id AS id FROM ledger.entry e
  LEFT JOIN LATERAL (SELECT p.posted, p.held FROM ledger.entry p
    WHERE p.shard = e.shard AND p.account_id = e.account_id AND p.version = e.version - 1 LIMIT 1) AS before ON true
  WHERE e.shard = $1 AND e.batch_seq > $2 AND e.batch_seq <= $3
    AND (e.posted <> coalesce(before.posted, 0) + e.amount OR e.held <> coalesce(before.held, 0) + e.held_change
      OR (before.posted IS NULL AND e.version <> 1))`

function chainFaults(after: Place, batches: readonly BatchRow[], transfers: readonly StoredTransfer[]): Discrepancy[] {
  const members = new Map<bigint, StoredTransfer[]>()
  for (const transfer of transfers) members.set(transfer.batchSeq, [...(members.get(transfer.batchSeq) ?? []), transfer])
  const faults: Discrepancy[] = []
  let before: Place = after
  for (const batch of batches) {
    const own = members.get(batch.seq) ?? []
    members.delete(batch.seq)
    const isNext = batch.seq === before.seq + 1n && batch.previous === before.hash
    const hash = batchHash(
      batch,
      own.map(({ rowHash }) => rowHash),
    )
    if (!isNext || !batch.complete || batch.size !== own.length || hash !== batch.hash)
      faults.push(fault('batch', String(batch.seq), 'does not continue the chain'))
    for (const transfer of own)
      if (sha256(rowText(transfer)) !== transfer.rowHash) faults.push(fault('transfer', transfer.id, 'does not match its hash'))
    before = batch
  }
  for (const orphans of members.values())
    for (const { id, batchSeq } of orphans) faults.push(fault('transfer', id, `is in batch ${batchSeq}, which does not exist`))
  return faults
}

export async function unprovedAccounts(
  connection: Connection,
  keeper: Keeper,
  after: string | null,
): ReturnType<Ledger['unprovedAccounts']> {
  const accounts = await nextAccounts(connection, keeper, after, PAGE_ACCOUNTS)
  const faults = accounts
    .filter(({ isProved }) => !isProved)
    .map(({ id, asset }) => ({ ...fault('account', id, 'is not what was posted last'), asset }))
  return { faults, next: accounts.length < PAGE_ACCOUNTS ? null : (accounts.at(-1)?.id ?? null) }
}
