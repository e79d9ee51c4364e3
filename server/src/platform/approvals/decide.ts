/**
 * Decide: approve, refuse, withdraw, break the glass, review. Each locks the request, checks, records, and tells its maker, in one
 * transaction; an approval executes in that same transaction, so that it happens exactly once or not at all.
 */
import type { ApprovalEvent, ApprovalState, ReviewVerdict } from '@tunjo/contract/approvals'
import type { AuditAction } from '@tunjo/contract/audit'
import type { Permission } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { addBusinessDays } from '../business-days.ts'
import { inTransaction, type Transaction } from '../database.ts'
import { dateForPeople } from '../date-for-people.ts'
import type { Caller } from '../http/route.ts'
import { type Refusal, Refused, refusal, refuse, refuseIf } from '../refusal.ts'
import { tidyText } from '../visible-text.ts'
import { type ApprovalsContext, DECIDE, kindOf } from './context.ts'
import { hashOf } from './facts-hash.ts'
import { checkChecker, checkNote, checkNoteMaximum, checkOpen, checkOutsider, checkReviewer, isExpired, OUTCOME_WORDS } from './rules.ts'
import { endRequest, insertEvent, lockRequest, markReviewed, type RequestRow } from './store.ts'

const REVIEW_BUSINESS_DAYS = 1

interface Act {
  readonly id: string
  readonly caller: Caller
  readonly note: string
}

export async function approve(context: ApprovalsContext, act: Act): Promise<void> {
  refuseIf(checkNoteMaximum(act.note))
  await decideOpen(context, act, async (tx, request, officer) => {
    refuseIf(checkChecker(request, officer))
    return execute(context, tx, request, { ...act, checkerId: officer.accountId, ending: 'executed' })
  })
}

export async function breakGlass(context: ApprovalsContext, act: Act): Promise<void> {
  refuseIf(checkNote(act.note))
  await decideOpen(context, act, async (tx, request, officer) => {
    refuseIf(checkOutsider(request, officer))
    return execute(context, tx, request, { ...act, checkerId: null, ending: 'break_glass' })
  })
}

export async function refuseRequest(context: ApprovalsContext, act: Act): Promise<void> {
  refuseIf(checkNote(act.note))
  await decideOpen(context, act, async (tx, request, officer) => {
    refuseIf(checkChecker(request, officer))
    await end(context, tx, request, { state: 'refused', by: act.caller, note: tidyText(act.note) })
    return null
  })
}

export async function withdraw(context: ApprovalsContext, act: Act): Promise<void> {
  refuseIf(checkNote(act.note))
  await decideOpen(context, act, async (tx, request) => {
    if (request.makerId !== act.caller.accountId) refuse('approvals.not_maker')
    await end(context, tx, request, { state: 'withdrawn', by: act.caller, note: tidyText(act.note) })
    return null
  })
}

export async function review(context: ApprovalsContext, { id, caller, note, verdict }: Act & { verdict: ReviewVerdict }): Promise<void> {
  refuseIf(checkNote(note))
  await inTransaction(context.db, async (tx) => {
    const request = await lockKnown(tx, id)
    if (request.state !== 'break_glass' || request.reviewedAt) refuse('approvals.not_reviewable')
    refuseIf(checkReviewer(request, await officerOf(context, tx, caller)))
    const at = context.clock.now()
    await markReviewed(tx, id, verdict, at)
    await insertEvent(tx, id, { event: 'reviewed', at, by: caller, note: tidyText(note) })
    await record(context, tx, request, { action: 'approvals.break_glass_reviewed', by: caller, after: { verdict }, reason: tidyText(note) })
  })
}

export async function expire(context: ApprovalsContext, id: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const request = await lockKnown(tx, id)
    if (isExpired(request, context.clock.now())) await end(context, tx, request, { state: 'expired', by: null, note: null })
  })
}

/** Answers of `work` that refuse are told after the commit: what they did to the request stays. */
async function decideOpen(
  context: ApprovalsContext,
  { id, caller }: Act,
  work: (tx: Transaction, request: RequestRow, officer: Caller & { permissions: readonly Permission[] }) => Promise<Refusal | null>,
): Promise<void> {
  const refused = await inTransaction(context.db, async (tx) => {
    const request = await lockKnown(tx, id)
    if (isExpired(request, context.clock.now())) {
      await end(context, tx, request, { state: 'expired', by: null, note: null })
      return refusal('approvals.expired')
    }
    refuseIf(checkOpen(request))
    return work(tx, request, await officerOf(context, tx, caller))
  })
  refuseIf(refused)
}

async function lockKnown(tx: Transaction, id: string): Promise<RequestRow> {
  return (isUuid(id) ? await lockRequest(tx, id) : undefined) ?? refuse('request.not_found')
}

/** The rights at this moment, not those of the session's cache. */
const officerOf = async ({ staff }: ApprovalsContext, tx: Transaction, caller: Caller) => ({
  ...caller,
  permissions: await staff.permissionsOf(tx, caller.accountId),
})

interface ExecutionAct extends Act {
  readonly checkerId: string | null
  readonly ending: 'executed' | 'break_glass'
}

/** Null when it was done. Otherwise the request ended without being executed, and the refusal says why. */
async function execute(context: ApprovalsContext, tx: Transaction, request: RequestRow, act: ExecutionAct): Promise<Refusal | null> {
  const kind = kindOf(context, request.kind)
  const makers = await context.staff.permissionsOf(tx, request.makerId)
  if (!makers.includes(request.permission)) return fail(context, tx, request, act, refusal('approvals.maker_unauthorized'))
  const params = kind.parse(request.params)
  const facts = await orRefusal(tx, () => kind.facts(tx, params))
  if ('refused' in facts || hashOf(facts.value) !== request.factsHash)
    return fail(context, tx, request, act, refusal('approvals.facts_changed'))
  const { caller, checkerId, ending } = act
  const actor = { kind: 'person', accountId: caller.accountId, sessionId: caller.sessionId } as const
  const execution = { requestId: request.id, makerId: request.makerId, checkerId, reason: request.reason, actor }
  const done = await orRefusal(tx, () => kind.execute(tx, params, execution))
  if ('refused' in done) return fail(context, tx, request, act, refusal('approvals.execution_failed', { reason: done.refused.code }))
  const at = context.clock.now()
  const reviewDueAt = ending === 'break_glass' ? addBusinessDays(at, REVIEW_BUSINESS_DAYS) : null
  if (ending === 'executed') await approved(context, tx, request, act)
  await end(context, tx, request, { state: ending, by: caller, note: tidyText(act.note), reviewDueAt })
  if (reviewDueAt) await tellReviewers(context, tx, request, { caller, reviewDueAt })
  return null
}

async function approved(context: ApprovalsContext, tx: Transaction, request: RequestRow, { caller, note }: Act): Promise<void> {
  await insertEvent(tx, request.id, { event: 'approved', at: context.clock.now(), by: caller, note: tidyText(note) || null })
  await record(context, tx, request, { action: 'approvals.approved', by: caller, reason: tidyText(note) || undefined })
}

/** A refusal undoes what was done since, and the transaction goes on. A bug ends it. */
async function orRefusal<T>(tx: Transaction, work: () => Promise<T>): Promise<{ value: T } | { refused: Refusal }> {
  await sql`SAVEPOINT approval_execution`.execute(tx)
  try {
    const value = await work()
    await sql`RELEASE SAVEPOINT approval_execution`.execute(tx)
    return { value }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await sql`ROLLBACK TO SAVEPOINT approval_execution`.execute(tx)
    return { refused: error.refusal }
  }
}

/** Back to the maker: changed facts are a new decision, for both of them. */
async function fail(context: ApprovalsContext, tx: Transaction, request: RequestRow, { caller }: Act, why: Refusal): Promise<Refusal> {
  const state = why.code === 'approvals.execution_failed' ? 'execution_failed' : 'refused'
  const outcome = state === 'execution_failed' ? String(why.params.reason) : why.code
  await end(context, tx, request, { state, by: caller, note: null, outcome })
  return why
}

interface EndOfRequest {
  readonly state: Exclude<ApprovalState, 'proposed'>
  /** Null: time did it. */
  readonly by: Caller | null
  readonly note: string | null
  readonly outcome?: string
  readonly reviewDueAt?: Date | null
}

async function end(context: ApprovalsContext, tx: Transaction, request: RequestRow, ending: EndOfRequest): Promise<void> {
  const { state, by, note, outcome = null, reviewDueAt = null } = ending
  const at = context.clock.now()
  await endRequest(tx, request.id, { state, by, at, note, outcome, reviewDueAt })
  await insertEvent(tx, request.id, { event: state, at, by, note: note || outcome })
  await record(context, tx, request, { action: `approvals.${state}`, by, after: { state, outcome }, reason: note || undefined })
  await tellMaker(context, tx, request, state)
}

async function tellMaker({ tell, kinds }: ApprovalsContext, tx: Transaction, request: RequestRow, event: ApprovalEvent): Promise<void> {
  const outcome = OUTCOME_WORDS[event]
  const kind = kinds.get(request.kind)
  if (!outcome || !kind) return
  const { title } = await kind.describe(tx, kind.parse(request.params))
  await tell(tx, request.makerId, { kind: 'approvals.decided', values: { title, outcome } })
}

async function tellReviewers(
  context: ApprovalsContext,
  tx: Transaction,
  request: RequestRow,
  { caller, reviewDueAt }: { caller: Caller; reviewDueAt: Date },
): Promise<void> {
  const { staff, tell, kinds } = context
  const kind = kinds.get(request.kind)
  if (!kind) return
  const { title } = await kind.describe(tx, kind.parse(request.params))
  const none = [caller.accountId, request.makerId, request.subjectId]
  const values = { title, due: dateForPeople(reviewDueAt) }
  for (const id of await staff.officersWith(tx, DECIDE))
    if (!none.includes(id)) await tell(tx, id, { kind: 'approvals.review_due', values })
}

interface Recorded {
  readonly action: AuditAction
  readonly by: Caller | null
  readonly after?: { readonly [name: string]: string | null }
  readonly reason?: string | undefined
}

async function record(
  { audit }: ApprovalsContext,
  tx: Transaction,
  request: RequestRow,
  { action, by, after, reason }: Recorded,
): Promise<void> {
  await audit.record(tx, {
    actor: by ? { kind: 'person', accountId: by.accountId, sessionId: by.sessionId } : { kind: 'system', name: 'approvals' },
    action,
    object: { type: 'approval', id: request.id },
    before: { state: request.state },
    after: { kind: request.kind, ...after },
    ...(reason ? { reason } : {}),
  })
}
