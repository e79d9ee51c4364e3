/** From decided drafts to the rows of one batch: its place in the chain, its hashes, its versions. */

import { sha256 } from '../../platform/ids.ts'
import { batchHash, byId, rowText, type StoredTransfer } from './chain.ts'
import type { Decision, Draft, DraftTransfer } from './rules.ts'
import type { Seals } from './seals.ts'
import type { Head } from './store.ts'
import type { PostResult } from './types.ts'
import type { BatchWrite } from './write-batch.ts'

export interface Writer {
  readonly shard: number
  /** Who writes, for the fencing epoch: a change of hands counts it up. */
  readonly holder: string
  readonly seals: Seals
}

export function batchOf(draft: Draft, head: Head, now: Date, { shard, holder, seals }: Writer): BatchWrite {
  const seq = head.seq + 1n
  // Recording time never runs backwards, whatever the clock does.
  const at = now > head.at ? now : head.at
  const transfers = draft.transfers.map((transfer) => sealed(transfer, shard, seq, at))
  const size = transfers.length
  const batch = { shard, seq, size, epoch: head.holder === holder ? head.epoch : head.epoch + 1n, at, previous: head.hash }
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
  return { from: head, holder, batch: { ...batch, hash: batchHash(batch, leaves) }, transfers, accounts, holds }
}

/** The head of the chain once the batch is committed. */
export const headAfter = ({ batch, holder }: BatchWrite): Head => ({
  seq: batch.seq,
  hash: batch.hash,
  holder,
  epoch: batch.epoch,
  at: batch.at,
})

function sealed(draft: DraftTransfer, shard: number, batchSeq: bigint, at: Date): StoredTransfer {
  const row = { ...draft, shard, batchSeq, effectiveAt: draft.effectiveAt ?? at, recordedAt: at }
  return { ...row, rowHash: sha256(rowText(row)) }
}

const versionBefore = ({ books }: Draft, id: string): bigint => books.accounts.get(id)?.version ?? 0n

/** What the caller hears, once the batch is committed. `written`: the batch's transfers by id. */
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
