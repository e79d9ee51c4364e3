/** Posts as part of the caller's transaction: what the caller writes and what moves here happen together or not at all. */
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database.ts'
import { isRefusal, Refused } from '../../platform/refusal.ts'
import { answerTo, batchOf, type Writer } from './batch.ts'
import type { HeadTurns } from './head-turn.ts'
import { loadBooks, nothingKnown } from './load-books.ts'
import { postingRequest } from './request.ts'
import { Draft } from './rules.ts'
import { lockHead } from './store.ts'
import type { Leg, Posted } from './types.ts'
import { writeBatch } from './write-batch.ts'

export interface WithinParts {
  readonly writer: Writer
  readonly clock: Clock
  readonly turns: HeadTurns
}

/** Throws the refusal, so that the caller's transaction rolls back. */
export async function postWithin(tx: Transaction, { writer, clock, turns }: WithinParts, legs: readonly Leg[]): Promise<Posted> {
  const request = postingRequest(legs)
  if (isRefusal(request)) throw new Refused(request)
  await turns.take(tx)
  const head = await lockHead(tx, writer)
  const draft = new Draft(await loadBooks(tx, writer, [request], nothingKnown(), head))
  const decision = draft.decide(request)
  if (decision.outcome === 'refused') throw new Refused(decision.refusal)
  const batch = batchOf(draft, head, clock.now(), writer)
  if (batch.batch.size > 0 && !(await writeBatch(tx, batch))) throw new Error('the head of the ledger moved while it was locked')
  const answer = answerTo(decision, new Map(batch.transfers.map((transfer) => [transfer.id, transfer])))
  if (answer.outcome === 'refused') throw new Refused(answer.refusal)
  return answer
}
