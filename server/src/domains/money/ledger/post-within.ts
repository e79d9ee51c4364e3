/** Post as part of the caller's transaction: the caller's rows and the movement are committed together or not at all. */

import type { Transaction } from '../../../platform/database/database.ts'
import { isRefusal, Refused } from '../../../platform/http/refusal.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { answerTo, batchOf, placed, type Writer } from './batch.ts'
import type { LedgerMutex } from './ledger-mutex.ts'
import { loadBooks, nothingKnown } from './load-books.ts'
import { postingRequest } from './posting-request.ts'
import { Draft } from './rules.ts'
import { type LockedHead, loadAccounts, lockHead } from './store.ts'
import type { Hold, Leg, Of, Posted } from './types.ts'
import { writeBatch } from './write-batch.ts'

export interface WithinParts {
  readonly writer: Writer
  readonly clock: Clock
  readonly turns: LedgerMutex
}

/** Throws the refusal, so that the caller's transaction rolls back. */
export async function postWithin(tx: Transaction, parts: WithinParts, legs: readonly Leg[]): Promise<Posted> {
  await parts.turns.acquire(tx)
  return postAtHead(tx, parts, await lockHead(tx, parts.writer), legs)
}

/**
 * Hold what is available of the amount, if that is at least `least`, and return how much. The hold only restricts its owner and sends no
 * money out, so a freeze of the asset does not prevent it. No other posting takes from the account between the read and the hold.
 */
export async function holdAvailable(
  tx: Transaction,
  parts: WithinParts,
  { amount: wanted, ...hold }: Of<Hold>,
  least: bigint,
): Promise<bigint> {
  await parts.turns.acquire(tx)
  const head = await lockHead(tx, parts.writer)
  const [account] = await loadAccounts(tx, parts.writer, [hold.account.id])
  const available = account ? account.posted - account.held - (hold.account.floor ?? 0n) : 0n
  const amount = available < wanted ? available : wanted
  if (amount <= 0n || amount < least) return 0n
  await postAtHead(tx, parts, { ...head, frozen: new Set() }, [{ kind: 'hold', ...hold, amount }])
  return amount
}

async function postAtHead(tx: Transaction, { writer, clock }: WithinParts, head: LockedHead, legs: readonly Leg[]): Promise<Posted> {
  const request = postingRequest(legs)
  if (isRefusal(request)) throw new Refused(request)
  const draft = new Draft(await loadBooks(tx, writer, [request], nothingKnown(), head))
  const decision = draft.decide(request)
  if (decision.outcome === 'refused') throw new Refused(decision.refusal)
  const batch = batchOf(draft, head, clock.now(), writer)
  const after = batch.transfers.length > 0 ? await writeBatch(tx, batch) : head
  if (!after) throw new Error('the head of the ledger moved while it was locked')
  const answer = answerTo(decision, placed(batch, after))
  if (answer.outcome === 'refused') throw new Refused(answer.refusal)
  return answer
}
