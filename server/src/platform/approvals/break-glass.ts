/**
 * Break glass: one officer executes in an emergency; another, who had no part in it, reviews within one business day. A late review is
 * reported to all who decide.
 */
import type { ReviewVerdict } from '@tunjo/contract/approvals'
import { inTransaction, type Transaction } from '../database/database.ts'
import { refuse, refuseIf } from '../http/refusal.ts'
import { tidyText } from '../phrases/visible-text.ts'
import { failpoint } from '../process/failpoint.ts'
import { addBusinessDays } from '../time/business-days.ts'
import { formatDateTime } from '../time/format-date.ts'
import { checkVisible } from './confidential.ts'
import { type ApprovalsContext, eligibleCheckers, kindOf } from './context.ts'
import { type Act, decideOpen, officerNow } from './decide.ts'
import { checkEmergencySeal, deedOf, insertDeed } from './emergency-deeds.ts'
import { execute } from './execute.ts'
import { runOnce } from './idempotent-decision.ts'
import { endRequest, lockExisting, recordStep } from './request-transitions.ts'
import { reverseUnjustified } from './reverse-unjustified.ts'
import { checkNote, checkNotSubject, checkReviewer } from './rules.ts'
import { insertEvent, lockRequest, markOverdue, markReviewed } from './store.ts'

const REVIEW_BUSINESS_DAYS = 1

export async function breakGlass(context: ApprovalsContext, act: Act): Promise<void> {
  refuseIf(checkNote(act.note))
  const { caller } = act
  await decideOpen(context, act, async (tx, request, officer) => {
    refuseIf(checkNotSubject(request, officer))
    const kind = kindOf(context, request.kind)
    if (kind.isNeverAlone) refuse('approvals.never_alone')
    refuseIf((await kind.checkAlone?.(tx, kind.parse(request.params))) ?? null)
    return execute(context, tx, request, { caller, checkerId: null, note: tidyText(act.note) }, async () => {
      const reviewDueAt = addBusinessDays(context.clock.now(), REVIEW_BUSINESS_DAYS)
      await endRequest(context, tx, request, { state: 'break_glass', by: caller, note: tidyText(act.note), reviewDueAt })
      const values = { request: request.kind, due: formatDateTime(reviewDueAt) }
      for (const id of await eligibleCheckers(context, tx, request, [caller.accountId, request.makerId, request.subjectId]))
        await context.notifyOfficer(tx, id, { kind: 'approvals.review_due', values })
    })
  })
}

export async function review(
  context: ApprovalsContext,
  { id, caller, note, verdict, operation }: Act & { verdict: ReviewVerdict },
): Promise<void> {
  refuseIf(checkNote(note))
  await inTransaction(context.db, async (tx) => {
    const request = await lockExisting(tx, id)
    await checkVisible(context, tx, request, caller)
    const at = context.clock.now()
    await runOnce(tx, { requestId: id, operation, at }, async () => {
      if (request.state !== 'break_glass' || request.reviewedAt) refuse('approvals.not_reviewable')
      await checkEmergencySeal(tx, context.seals, request)
      refuseIf(checkReviewer(request, await officerNow(context, tx, caller)))
      const reason = tidyText(note)
      await markReviewed(tx, id, verdict, at)
      await insertDeed(tx, context.seals, { ...deedOf(request, caller, at), deed: 'reviewed', note: reason, reviewDueAt: null, verdict })
      await insertEvent(tx, id, { event: 'reviewed', at, by: caller, note: reason })
      await recordStep(context, tx, request, { action: 'approvals.break_glass_reviewed', by: caller, after: { verdict }, reason })
      failpoint('approvals.reviewed')
      if (verdict === 'not_justified') await reverseUnjustified(context, tx, request, caller)
      failpoint('approvals.reversal_proposed')
      return null
    })
  })
}

/** Notify every officer who decides once, including the one who broke the glass, since no review was made. */
export async function notifyOverdueReview(context: ApprovalsContext, id: string): Promise<void> {
  await inTransaction(context.db, async (tx: Transaction) => {
    const request = await lockRequest(tx, id)
    if (!request?.reviewDueAt || request.reviewedAt || request.reviewOverdueAt) return
    const at = context.clock.now()
    await markOverdue(tx, id, at)
    await insertEvent(tx, id, { event: 'review_overdue', at, by: null, note: null })
    const values = { request: request.kind, due: formatDateTime(request.reviewDueAt) }
    for (const officer of await eligibleCheckers(context, tx, request, [request.subjectId]))
      await context.notifyOfficer(tx, officer, { kind: 'approvals.review_overdue', values })
  })
}
