/** What is hashed, byte for byte. Changing a text here breaks the chain of every ledger in use: add a version instead. */
import { sha256 } from '../../platform/ids.ts'
import type { ChainLink, Side, Transfer } from './types.ts'

/** A transfer with what only the chain needs. Hashes in hex. */
export interface StoredTransfer extends Transfer {
  readonly shard: number
  readonly expiresAt: Date | null
  readonly requestHash: string
  readonly rowHash: string
}

export interface StoredBatch extends ChainLink {
  readonly shard: number
  readonly size: number
  readonly epoch: bigint
}

/** The whole row but its own hash, as text. No field can contain the separator. */
export function rowText(row: Omit<StoredTransfer, 'rowHash'>): string {
  return [
    ...[row.shard, row.id, row.groupId, row.batchSeq, row.kind, row.code, row.ref ?? '', row.targetId ?? '', row.asset, row.amount],
    ...[sideText(row.debit), row.credit ? sideText(row.credit) : ''],
    ...[row.expiresAt?.toISOString() ?? '', row.effectiveAt.toISOString(), row.recordedAt.toISOString(), row.requestHash],
  ].join('|')
}

const sideText = ({ accountId, version, posted, held }: Side): string => `${accountId},${version},${posted},${held}`

/** `leaves`: the row hashes of the batch in the order of the transfers' ids. */
export function batchHash(batch: Omit<StoredBatch, 'hash'>, leaves: readonly string[]): string {
  const { shard, seq, size, epoch, at, previous } = batch
  return sha256([shard, seq, size, epoch, at.toISOString(), previous, ...leaves].join('|'))
}

/** The order of ids as text is their order as `uuid` in the database. */
export const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)
