/** Request as officers see it. */
import { titleOfApproval } from '@tunjo/contract/approval-kinds'
import type { ApprovalRequest } from '@tunjo/contract/approvals'
import type { Locale } from '@tunjo/contract/locales'
import { sentenceOf } from '@tunjo/contract/sentences'
import type { Caller } from '../http/route.ts'
import { translateStored } from '../phrases/catalogue.ts'
import { type ApprovalsContext, concernedBy, isReadable, linesOf } from './context.ts'
import { DECISION_WORDS } from './decision-words.ts'
import { checkChecker, checkNotSubject, checkReviewer, isExpired } from './rules.ts'
import type { RequestRow } from './store.ts'

type Shower = Pick<ApprovalsContext, 'db' | 'clock' | 'staff' | 'kinds'>

export async function toApprovalView(context: Shower, row: RequestRow, caller: Caller, locale: Locale): Promise<ApprovalRequest> {
  const now = context.clock.now()
  const state = isExpired(row, now) ? 'expired' : row.state
  const [maker, decidedBy, subject] = await Promise.all([row.makerId, row.decidedBy, row.subjectId].map((id) => personOf(context, id)))
  return {
    id: row.id,
    kind: row.kind,
    title: titleOfApproval(row.kind, locale),
    subject: subject ?? null,
    changes: [...linesOf(context, row, locale)],
    state,
    reason: translateStored(DECISION_WORDS, row.reason, locale),
    maker: maker ?? { id: row.makerId, email: '' },
    proposedAt: row.proposedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedBy: decidedBy ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    note: row.note || null,
    outcome: row.outcome,
    outcomeText: row.outcome && sentenceOf(row.outcome, {}, locale),
    review: reviewOf(row, now),
    isConfidential: context.kinds.get(row.kind)?.confidential !== undefined,
    ...(await powersNow(context, { ...row, state }, caller)),
  }
}

async function powersNow(context: Shower, row: RequestRow, caller: Caller) {
  if (!isReadable(context, row)) return powersOf(row, caller, true)
  const kind = context.kinds.get(row.kind)
  const powers = powersOf({ ...row, subjectId: await concernedBy(context, context.db, row) }, caller, kind?.isNeverAlone ?? false)
  const isKept = powers.mayDecide && (await kind?.checkDecider?.(context.db, kind.parse(row.params), caller.accountId))
  const isForTwo = powers.mayBreakGlass && (await kind?.checkAlone?.(context.db, kind.parse(row.params)))
  return { ...powers, mayDecide: powers.mayDecide && !isKept, mayBreakGlass: powers.mayBreakGlass && !isForTwo }
}

export const personOf = async ({ db, staff }: Pick<Shower, 'db' | 'staff'>, id: string | null) =>
  id ? { id, email: await staff.emailOf(db, id) } : null

/** Actions that the caller may take now. The server checks again when one is taken. */
function powersOf(row: RequestRow, caller: Caller, isNeverAlone: boolean) {
  const may = (permission: 'approvals.decide' | 'approvals.break_glass') => caller.permissions?.includes(permission) ?? false
  const isOpen = row.state === 'proposed'
  const waitsForReview = row.state === 'break_glass' && row.reviewedAt === null
  return {
    mayDecide: isOpen && may('approvals.decide') && checkChecker(row, caller) === null,
    mayWithdraw: isOpen && may('approvals.decide') && row.makerId === caller.accountId,
    mayBreakGlass: isOpen && !isNeverAlone && may('approvals.break_glass') && checkNotSubject(row, caller) === null,
    mayReview: waitsForReview && may('approvals.decide') && checkReviewer(row, caller) === null,
  }
}

function reviewOf({ reviewDueAt, reviewedAt, verdict }: RequestRow, now: Date): ApprovalRequest['review'] {
  if (!reviewDueAt) return null
  const isOverdue = reviewedAt === null && now > reviewDueAt
  return { dueAt: reviewDueAt.toISOString(), isOverdue, reviewedAt: reviewedAt?.toISOString() ?? null, verdict }
}
