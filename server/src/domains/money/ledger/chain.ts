/**
 * Canonical texts of the hash chain, byte for byte. Changing a text here breaks the chain of every ledger in use: add a version instead.
 *
 * Version 1: the writer knew the head, and each row's text has the number and the time of its batch. Version 2: the database computes the
 * link, and each row's text has the id of its batch instead. A batch of version 1 has no id
 * (docs/decisions/0077-the-database-links-batches.md).
 */
import { sha256 } from '../../../platform/database/ids.ts'
import type { ChainLink, Side, Transfer } from './types.ts'

/** A transfer with the fields that only the chain needs. Hashes in hex. */
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
  /** Null in version 1. */
  readonly id: string | null
}

/** A transfer before its batch has a number and a time. */
export type UnplacedTransfer = Omit<StoredTransfer, 'batchSeq' | 'recordedAt'>

/** Canonical text of a row without its own hash, in the version of its batch. No field can contain the separator. */
export const rowText = (row: Omit<StoredTransfer, 'rowHash'>, { id }: Pick<StoredBatch, 'id'>): string =>
  id === null ? rowTextOfVersion1(row) : unplacedText(row, id)

export function unplacedText(row: Omit<UnplacedTransfer, 'rowHash'>, batchId: string): string {
  return [
    ...['v2', row.shard, row.id, row.groupId, batchId, row.kind, row.code, row.ref ?? '', row.targetId ?? '', row.asset, row.amount],
    ...[sideText(row.debit), row.credit ? sideText(row.credit) : ''],
    ...[row.expiresAt?.toISOString() ?? '', row.effectiveAt.toISOString(), row.requestHash],
  ].join('|')
}

function rowTextOfVersion1(row: Omit<StoredTransfer, 'rowHash'>): string {
  return [
    ...[row.shard, row.id, row.groupId, row.batchSeq, row.kind, row.code, row.ref ?? '', row.targetId ?? '', row.asset, row.amount],
    ...[sideText(row.debit), row.credit ? sideText(row.credit) : ''],
    ...[row.expiresAt?.toISOString() ?? '', row.effectiveAt.toISOString(), row.recordedAt.toISOString(), row.requestHash],
  ].join('|')
}

const sideText = ({ accountId, version, posted, held }: Side): string => `${accountId},${version},${posted},${held}`

/** `leaves`: the row hashes of the batch in the order of the transfers' ids. */
export function batchHash(batch: Omit<StoredBatch, 'hash'>, leaves: readonly string[]): string {
  const { shard, seq, size, epoch, at, previous, id } = batch
  if (id === null) return sha256([shard, seq, size, epoch, at.toISOString(), previous, ...leaves].join('|'))
  return sha256(['v2', shard, seq, size, epoch, at.getTime(), previous, id, leavesHash(leaves)].join('|'))
}

/** Hash of the leaves of a batch of version 2. */
export const leavesHash = (leaves: readonly string[]): string => sha256(leaves.join('|'))

/**
 * SQL that advances the head from its current position (`h`) and computes the hash of the new batch as `batchHash` does. The other fields
 * of the batch are SQL expressions.
 */
export function linkSql({ size, at, holder, id, leaves }: Record<'size' | 'at' | 'holder' | 'id' | 'leaves', string>): string {
  const epoch = `(h.epoch + CASE WHEN h.holder = ${holder} THEN 0 ELSE 1 END)`
  // Recording time never decreases, even when the clock goes backwards.
  const recordedAt = `greatest(h.recorded_at, ${at})`
  const milliseconds = `(extract(epoch FROM ${recordedAt}) * 1000)::int8`
  const fields = ["'v2'", 'h.shard', 'h.seq + 1', size, epoch, milliseconds, "encode(h.hash, 'hex')", id, leaves].join(', ')
  return `UPDATE ledger.head AS h SET seq = h.seq + 1, previous = h.hash, holder = ${holder}, epoch = ${epoch}, recorded_at = ${recordedAt},
    hash = sha256(convert_to(concat_ws('|', ${fields}), 'UTF8'))`
}

/** Compare by id. The order of ids as text is their order as `uuid` in the database. */
export const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)
