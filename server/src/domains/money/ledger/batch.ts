/** Rows of one batch, made from decided drafts: their hashes, seals and versions. The database assigns its position in the chain. */

import { newId, sha256 } from '../../../platform/database/ids.ts'
import { byId, leavesHash, type StoredTransfer, type UnplacedTransfer, unplacedText } from './chain.ts'
import type { Decision, Draft, DraftTransfer } from './rules.ts'
import type { Seals } from './seals.ts'
import type { Head } from './store.ts'
import type { PostResult } from './types.ts'
import type { BatchWrite } from './write-batch.ts'

export interface Writer {
  readonly shard: number
  /** Id of the writing process, for the fencing epoch: a change of the writer increments it. */
  readonly holder: string
  readonly seals: Seals
}

export function batchOf(draft: Draft, head: Head, now: Date, { shard, holder, seals }: Writer): BatchWrite {
  // Recording time never decreases, even when the clock goes backwards.
  const at = now > head.at ? now : head.at
  const id = newId()
  const transfers = draft.transfers.map((transfer) => hashed(transfer, shard, id, at))
  const leaves = [...transfers].sort(byId).map(({ rowHash }) => rowHash)
  const accounts = [...draft.accounts.values()].map((state) => ({
    state,
    steps: state.version - versionBefore(draft, state.id),
    seal: seals.account(shard, state),
  }))
  const holds = [...draft.holds.values()].map((before) => {
    const state = { ...before, version: before.version + 1n }
    return { state, seal: seals.hold(shard, state) }
  })
  return { from: head, shard, holder, id, at, leavesHash: leavesHash(leaves), transfers, accounts, holds }
}

/** Transfers as they are stored, by id, once the batch is at `head`. */
export const placed = ({ transfers }: BatchWrite, { seq, at }: Head): ReadonlyMap<string, StoredTransfer> =>
  new Map(transfers.map((transfer) => [transfer.id, { ...transfer, batchSeq: seq, recordedAt: at }]))

export function hashed(draft: DraftTransfer, shard: number, batchId: string, at: Date): UnplacedTransfer {
  const row = { ...draft, shard, effectiveAt: draft.effectiveAt ?? at }
  return { ...row, rowHash: sha256(unplacedText(row, batchId)) }
}

const versionBefore = ({ books }: Draft, id: string): bigint => books.accounts.get(id)?.version ?? 0n

/** Result for the caller, once the batch is committed. `written`: the batch's transfers by id. */
export function answerTo(decision: Decision, written: ReadonlyMap<string, StoredTransfer>): PostResult {
  switch (decision.outcome) {
    case 'refused':
      return decision
    case 'exists':
      return decision
    case 'posted':
    case 'repeated': {
      const transfers = decision.drafts.flatMap(({ id }) => written.get(id) ?? [])
      return { outcome: decision.outcome === 'posted' ? 'posted' : 'exists', transfers }
    }
  }
}
