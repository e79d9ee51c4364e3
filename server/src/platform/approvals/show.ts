/** A request as officers see it. */
import type { ApprovalRequest } from '@tunjo/contract/approvals'
import type { Caller } from '../http/route.ts'
import type { ApprovalsContext } from './context.ts'
import { checkChecker, isExpired } from './rules.ts'
import type { RequestRow } from './store.ts'

type Shower = Pick<ApprovalsContext, 'db' | 'clock' | 'staff' | 'kinds'>

export async function shown(context: Shower, row: RequestRow, caller: Caller): Promise<ApprovalRequest> {
  const { clock } = context
  const isOpen = row.state === 'proposed' && !isExpired(row, clock.now())
  const mayDecide = isOpen && (caller.permissions?.includes('approvals.decide') ?? false) && checkChecker(row, caller) === null
  return {
    id: row.id,
    kind: row.kind,
    ...(await descriptionOf(context, row)),
    state: isExpired(row, clock.now()) ? 'expired' : row.state,
    reason: row.reason,
    maker: await officerOf(context, row.makerId),
    proposedAt: row.proposedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedBy: row.decidedBy ? await officerOf(context, row.decidedBy) : null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    note: row.note || null,
    outcome: row.outcome,
    review: reviewOf(row, clock.now()),
    mayDecide,
    mayWithdraw: isOpen && row.makerId === caller.accountId,
  }
}

export const officerOf = async ({ db, staff }: Pick<Shower, 'db' | 'staff'>, id: string) => ({ id, email: await staff.emailOf(db, id) })

function reviewOf({ reviewDueAt, reviewedAt, verdict }: RequestRow, now: Date): ApprovalRequest['review'] {
  if (!reviewDueAt) return null
  const isOverdue = reviewedAt === null && now > reviewDueAt
  return { dueAt: reviewDueAt.toISOString(), isOverdue, reviewedAt: reviewedAt?.toISOString() ?? null, verdict }
}

/** A kind that is no longer registered still shows what it was. */
export async function descriptionOf({ db, kinds }: Pick<Shower, 'db' | 'kinds'>, { kind: name, params }: RequestRow) {
  const kind = kinds.get(name)
  if (!kind) return { title: name, details: [] }
  const { title, details } = await kind.describe(db, kind.parse(params))
  return { title, details: [...details] }
}
