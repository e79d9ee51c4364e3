/**
 * Proof that a transfer was really posted. An attacker with the right to insert rows can invent a transfer, but not its position: versions
 * of an account have no gaps, past rows cannot be removed, and the newest is sealed. When two transfers claim one version up to the seal,
 * one is forged.
 */
import type { Connection } from '../../../platform/database/database.ts'
import { sha256 } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { rowText, type StoredBatch, type StoredTransfer } from './chain.ts'
import { BATCH_COLUMNS } from './queries.ts'
import { type Keeper, loadAccounts, loadTransfers, query } from './store.ts'
import type { Side, Transfer } from './types.ts'

/** Read a transfer and prove it, on a connection with one snapshot. @throws Refused `ledger.unproved` */
export async function provedTransfer(connection: Connection, keeper: Keeper, id: string): Promise<Transfer | null> {
  const [transfer] = await loadTransfers(connection, keeper.shard, [id])
  if (!transfer) return null
  if (!(await isAsHashed(connection, keeper.shard, transfer))) refuse('ledger.unproved')
  const sides = transfer.credit ? [transfer.debit, transfer.credit] : [transfer.debit]
  const ids = sides.map(({ accountId }) => accountId)
  const accounts = new Map((await loadAccounts(connection, keeper, ids)).map((account) => [account.id, account]))
  for (const side of sides) {
    const account = accounts.get(side.accountId)
    const isOfTheSealed = account?.isProved && side.version <= account.version
    if (!isOfTheSealed || (await claimsOf(connection, keeper.shard, side)) !== 1n) refuse('ledger.unproved')
  }
  return transfer
}

async function isAsHashed(connection: Connection, shard: number, transfer: StoredTransfer): Promise<boolean> {
  const text = `SELECT ${BATCH_COLUMNS} FROM ledger.batch WHERE shard = $1 AND seq = $2`
  const [batch] = await query<StoredBatch>(connection, text, [shard, transfer.batchSeq])
  if (!batch || batch.at.getTime() !== transfer.recordedAt.getTime()) return false
  return sha256(rowText(transfer, batch)) === transfer.rowHash
}

async function claimsOf(connection: Connection, shard: number, { accountId, version }: Side): Promise<bigint> {
  const [found] = await query<{ claims: bigint }>(connection, CLAIMS, [shard, accountId, version])
  return found?.claims ?? 0n
}

const CLAIMS = `SELECT count(*) AS claims FROM (
  SELECT 1 FROM ledger.transfer WHERE shard = $1 AND debit = $2 AND debit_version = $3
  UNION ALL SELECT 1 FROM ledger.transfer WHERE shard = $1 AND credit = $2 AND credit_version = $3) AS claim`
