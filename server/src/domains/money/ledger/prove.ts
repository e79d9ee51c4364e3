/** Proof that a transfer is in the chain, which anyone can check against a published head without the product's database. */
import type { Connection } from '../../../platform/database/database.ts'
import { sha256 } from '../../../platform/database/ids.ts'
import { batchHash, rowText, type StoredBatch, type StoredTransfer } from './chain.ts'
import { BATCH_COLUMNS } from './queries.ts'
import { loadTransfers, query } from './store.ts'
import type { Proof } from './types.ts'

export async function prove(connection: Connection, shard: number, transferId: string): Promise<Proof | null> {
  const [transfer] = await loadTransfers(connection, shard, [transferId])
  if (!transfer) return null
  const parameters = [shard, transfer.batchSeq]
  const [batch] = await query<StoredBatch>(
    connection,
    `SELECT ${BATCH_COLUMNS} FROM ledger.batch WHERE shard = $1 AND seq = $2`,
    parameters,
  )
  if (!batch) throw new Error(`transfer ${transferId} has no batch`)
  const leavesText = `SELECT encode(row_hash, 'hex') AS leaf FROM ledger.transfer WHERE shard = $1 AND batch_seq = $2 ORDER BY id`
  const leaves = (await query<{ leaf: string }>(connection, leavesText, parameters)).map(({ leaf }) => leaf)
  return { transfer, row: rowText(transfer, batch), leaves, batch }
}

/** True when the batch's hash was made from the row. Compare `batch.hash` with a published head or follow the chain to one. */
export function checkProof({ transfer, row, leaves, batch }: Proof): boolean {
  const [stored, link] = [transfer as StoredTransfer, batch as StoredBatch]
  const isOfBatch = stored.batchSeq === link.seq && stored.recordedAt.getTime() === link.at.getTime()
  return isOfBatch && rowText(stored, link) === row && leaves.includes(sha256(row)) && batchHash(link, leaves) === link.hash
}
