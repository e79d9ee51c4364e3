/** Reversal of an unjustified emergency: it is proposed for another officer to decide, and all who may review are notified (finding D5). */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import type { Transaction } from '../database/database.ts'
import type { Caller } from '../http/route.ts'
import { type ApprovalsContext, eligibleCheckers, kindOf } from './context.ts'
import { DECISION_WORDS } from './decision-words.ts'
import { runInSavepoint } from './execute.ts'
import { factsOf, storeRequest } from './propose.ts'
import { hasValidSeal } from './sealed-request.ts'
import type { RequestRow } from './store.ts'

/** Stored with the request. */
const REASON = DECISION_WORDS[DEFAULT_LOCALE].reversalReason

/** In the transaction of the review: both happen, or neither. */
export async function reverseUnjustified(context: ApprovalsContext, tx: Transaction, request: RequestRow, reviewer: Caller): Promise<void> {
  const isProposed = await proposeReversal(context, tx, request, reviewer)
  const values = { request: request.kind, reversal: isProposed ? ('proposed' as const) : ('by_hand' as const) }
  for (const id of await eligibleCheckers(context, tx, request, [request.subjectId]))
    await context.notifyOfficer(tx, id, { kind: 'approvals.not_justified', values })
}

/** False when the kind has no reversal, its module refuses it by now, or the request does not match its seal. */
async function proposeReversal(context: ApprovalsContext, tx: Transaction, request: RequestRow, reviewer: Caller): Promise<boolean> {
  if (!hasValidSeal(context.seals, request)) {
    const found = { securityEvent: 'approval_payload_changed', approvalRequestId: request.id }
    context.log.error(found, 'an emergency is not what was asked for: its reversal is for people to make')
    return false
  }
  const { kind: name, subjectId: concerned } = request
  const kind = kindOf(context, name)
  const params = kind.reversal?.(kind.parse(request.params), request.changes)
  if (!params) return false
  const proposal = { params, caller: reviewer, operation: null, reason: REASON }
  const kept = await runInSavepoint(tx, async () => {
    const facts = await factsOf(kind, name, tx, params)
    return storeRequest(context, tx, { name, kind, params, facts, proposal, concerned })
  })
  return !('refused' in kept)
}
