/**
 * Assignment of a case: by a lead to any reviewer, or by an officer to themself. Of two concurrent assignments one wins and the other is
 * notified.
 */
import type { Assignee } from '@tunjo/contract/compliance-review'
import { type AuditActor, personActor } from '../../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller, HttpContext } from '../../../../platform/http/route.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import { deadlinesAt } from '../../../reference/configuration/index.ts'
import { absentOfficers } from '../../deadlines/index.ts'
import type { ComplianceContext } from '../context.ts'
import { assigneeOf, changeAssignment, waitingSince } from './assignment-store.ts'
import { reviewDue } from './due.ts'

interface Asked {
  readonly accountId: string
  readonly caller: Caller
  readonly http: HttpContext
}

export async function assignReview(context: ComplianceContext, asked: Asked & { from: string | null; to: string | null }): Promise<void> {
  const { db, clock, audit, identity } = context
  const { accountId, caller, http, from, to } = asked
  const [actor, at] = [personActor(caller, http), clock.now()]
  if (accountId === to) refuse('compliance.own_account')
  await refuseOwnOrUnknown(context, accountId, caller.accountId)
  const reviewers = await reviewersOf(context)
  if (to !== null && !reviewers.includes(to))
    refuse((await absentOfficers(db, at)).has(to) ? 'compliance.out_of_office' : 'compliance.not_reviewer')
  const by = (await identity.person(caller.accountId))?.email ?? ''
  const isChanged = await inTransaction(db, (tx) => assignIn(context, tx, { accountId, actor, from, to, by, at, reviewers }))
  if (isChanged) return
  const officerId = await assigneeOf(db, accountId, reviewers)
  // Both requested the same.
  if (officerId === to) return audit.unchanged()
  refuse('compliance.assigned_meanwhile', { officer: officerId === null ? '' : ((await identity.person(officerId))?.email ?? '') })
}

interface Assigning extends Pick<Asked, 'accountId'> {
  readonly actor: AuditActor
  readonly from: string | null
  readonly to: string | null
  /** Mailbox of the assigning officer, for the notice to the assignee. */
  readonly by: string
  readonly at: Date
  readonly reviewers: readonly string[]
}

/** False when it no longer belonged to `from`. @throws Refused `compliance.nothing_waits` */
export async function assignIn(context: ComplianceContext, tx: Transaction, assigning: Assigning): Promise<boolean> {
  const { audit, kyc, notifications } = context
  const { accountId, actor, from, to, by, at, reviewers } = assigning
  const byId = actor.kind === 'person' ? actor.accountId : null
  // A concurrent decision has ended the case, or will end this assignment too.
  if (to !== null) await kyc.lock(tx, accountId)
  const since = await waitingSince(tx, accountId)
  if (to !== null && !since) refuse('compliance.nothing_waits')
  if (!(await changeAssignment(tx, { accountId, from, to, by: byId, at, reviewers }))) return false
  const object = { type: 'account', id: accountId }
  const change = { before: { officerId: from }, after: { officerId: to } }
  await audit.record(tx, { actor, action: 'kyc.review_assigned', object, ...change })
  if (to === null || byId === null || to === byId || !since) return true
  const { dueAt } = reviewDue(since, { now: at, deadlines: await deadlinesAt(context, tx, at) })
  const values = { officer: by, due: formatDateTime(new Date(dueAt)) }
  await notifications.notify(tx, { accountId: to, kind: 'compliance.review_assigned', values, url: pageOfReview(accountId) })
  return true
}

/** @throws Refused `compliance.own_account`, `request.not_found` */
export async function refuseOwnOrUnknown({ identity }: ComplianceContext, accountId: string, officerId: string): Promise<void> {
  if (accountId === officerId) refuse('compliance.own_account')
  if (!(await identity.person(accountId))) refuse('request.not_found')
}

const pageOfReview = (accountId: string): string => `/application/administrative/naturalUserInformation/${accountId}/doc/id`

/** Officers who may review now, and are in the office. */
export async function reviewersOf({ db, identity, clock }: Pick<ComplianceContext, 'db' | 'identity' | 'clock'>): Promise<string[]> {
  const absent = await absentOfficers(db, clock.now())
  return (await identity.staff.officersWith(db, 'kyc.review')).filter((id) => !absent.has(id))
}

export async function toAssignee(context: ComplianceContext, accountId: string, callerId: string): Promise<Assignee | null> {
  const officerId = await assigneeOf(context.db, accountId, await reviewersOf(context))
  if (officerId === null) return null
  const officer = (await context.identity.person(officerId))?.email ?? ''
  return { officerId, officer, isMine: officerId === callerId }
}
