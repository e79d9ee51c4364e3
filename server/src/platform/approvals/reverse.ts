/** Reversal of an unjustified emergency: it is proposed for another officer to decide, and all who may review are notified (finding D5). */
import type { Transaction } from '../database.ts'
import type { Caller } from '../http/route.ts'
import { type ApprovalsContext, kindOf, officersWhoDecide } from './context.ts'
import { orRefusal } from './execute.ts'
import { factsOf, keep } from './propose.ts'
import { isProved } from './sealed-request.ts'
import type { RequestRow } from './store.ts'

const REASON = 'Se revisó una ejecución de emergencia y no estaba justificada: esto la deshace.'

/** In the transaction of the review: both happen, or neither. */
export async function answerUnjustified(context: ApprovalsContext, tx: Transaction, request: RequestRow, reviewer: Caller): Promise<void> {
  const isProposed = await proposeReversal(context, tx, request, reviewer)
  const values = { request: request.kind, reversal: isProposed ? ('proposed' as const) : ('by_hand' as const) }
  for (const id of await officersWhoDecide(context, tx, request, [request.subjectId]))
    await context.tell(tx, id, { kind: 'approvals.not_justified', values })
}

/** False when the kind has no reversal, its module refuses it by now, or the request does not match its seal. */
async function proposeReversal(context: ApprovalsContext, tx: Transaction, request: RequestRow, reviewer: Caller): Promise<boolean> {
  if (!isProved(context.seals, request)) {
    const found = { securityEvent: 'approval_payload_changed', approvalRequestId: request.id }
    context.log.error(found, 'an emergency is not what was asked for: its reversal is for people to make')
    return false
  }
  const { kind: name, subjectId: concerned } = request
  const kind = kindOf(context, name)
  const params = kind.reversal?.(kind.parse(request.params), request.changes)
  if (!params) return false
  const proposal = { params, caller: reviewer, operation: null, reason: REASON }
  const kept = await orRefusal(tx, async () => {
    const facts = await factsOf(kind, name, tx, params)
    return keep(context, tx, { name, kind, params, facts, proposal, concerned })
  })
  return !('refused' in kept)
}
