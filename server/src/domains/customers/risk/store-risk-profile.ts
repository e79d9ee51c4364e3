/** Store a customer's new risk profile with its history, its assessment, the audit entry and its events, in one transaction. */
import type { AuditAction } from '@tunjo/contract/audit'
import type { RiskChangeKind } from '@tunjo/contract/compliance-risk'
import type { AuditActor } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { putAssessments } from './assessment/assessment-store.ts'
import type { Assessment } from './assessment/types.ts'
import type { RiskContext } from './context.ts'
import { insertChange, updateRiskProfile } from './risk-profile-store.ts'
import { mayTransactBy, riskOf } from './rules.ts'
import type { RiskProfile, RiskProfileRow } from './types.ts'

/** Page on which the customer sees the expected end of the wait, and can answer. */
const PAGE_OF = { 'risk.paused': '/application/messages', 'risk.resumed': '/application/' } as const
const PERSON_PAGE = (id: string) => `/application/administrative/naturalUserInformation/${id}/general`

export interface Settled {
  readonly action: RiskChangeKind
  readonly audited: AuditAction
  readonly actor: AuditActor
  /** Null: changed by no officer; then officers are notified. */
  readonly officerId: string | null
  readonly second: { readonly approvalRequestId: string | null; readonly checkerId: string | null } | null
  readonly reason: string
  readonly said: { readonly before: string; readonly after: string }
  /** Expiry of an officer's level. */
  readonly until: Date | null
  /** True in a batch: officers get the counts, not one notice per customer. */
  readonly isOfMany?: boolean
}

export interface RiskTurn {
  readonly before: RiskProfileRow
  readonly after: RiskProfile
  readonly assessment: Assessment
  readonly at: Date
}

export async function storeRiskProfile(
  context: RiskContext,
  tx: Transaction,
  { before, after, assessment, at }: RiskTurn,
  settled: Settled,
): Promise<RiskProfileRow> {
  const { accountId } = before
  const [riskBefore, riskAfter] = [riskOf(before, at), riskOf(after, at)]
  const { action, said, officerId, second, reason, until } = settled
  await updateRiskProfile(tx, accountId, after, at)
  await putAssessments(tx, [{ ...assessment, accountId, at }])
  const secondId = second?.checkerId ?? null
  await insertChange(tx, { accountId, action, ...said, riskBefore, riskAfter, until, officerId, secondId, reason, at })
  await context.audit.record(tx, {
    actor: settled.actor,
    action: settled.audited,
    object: { type: 'account', id: accountId },
    before: factsOf(before, riskBefore),
    after: { ...factsOf(after, riskAfter), ...(second ? { ...second, makerId: officerId } : {}) },
    reason,
  })
  await announce(context, tx, { before, after, assessment, at }, settled)
  return { ...after, accountId, risk: riskAfter, version: before.version + 1, isListAlertOpen: before.isListAlertOpen }
}

const factsOf = ({ level, levelUntil, isPep, isListed, allow, floor, pointsLevel }: RiskProfile, risk: string) => ({
  risk,
  level,
  levelUntil: levelUntil?.toISOString() ?? null,
  isPep,
  isListed,
  allow,
  floor,
  pointsLevel,
})

async function announce(context: RiskContext, tx: Transaction, { before, after, at }: RiskTurn, settled: Settled): Promise<void> {
  const { accountId } = before
  const [riskBefore, riskAfter] = [riskOf(before, at), riskOf(after, at)]
  if (riskBefore !== riskAfter) {
    await context.outbox.emit(tx, 'risk.level_changed', { accountId, before: riskBefore, after: riskAfter })
    if (settled.officerId === null && !settled.isOfMany) {
      const why = settled.action === 'assessed' || settled.action === 'expired' ? settled.action : 'rule'
      await notifyOfficers(context, tx, accountId, { before: riskBefore, after: riskAfter, why })
    }
  }
  await notifyPerson(context, tx, accountId, mayTransactBy(before, at), mayTransactBy(after, at))
}

type Notified = { before: 'low' | 'medium' | 'high'; after: 'low' | 'medium' | 'high'; why: 'assessed' | 'expired' | 'rule' }

/** An officer who is the customer is excluded, like any customer (Ley 526 de 1999). */
async function notifyOfficers(
  { identity, notifications }: RiskContext,
  tx: Transaction,
  accountId: string,
  values: Notified,
): Promise<void> {
  for (const id of await identity.staff.officersWith(tx, 'risk.set'))
    if (id !== accountId) await notifications.notify(tx, { accountId: id, kind: 'risk.level_changed', values, url: PERSON_PAGE(accountId) })
}

/**
 * A customer who could move money is notified that they cannot, and when they can again, never of the reason (Ley 526 de 1999: no
 * disclosure of reports). The text is the same for every cause, also for lists: a pause without a notice would reveal a list hit.
 */
async function notifyPerson(
  { kyc, notifications, outbox }: RiskContext,
  tx: Transaction,
  accountId: string,
  couldBefore: boolean,
  canNow: boolean,
): Promise<void> {
  if (couldBefore === canNow) return
  await outbox.emit(tx, 'risk.permission_changed', { accountId, mayTransact: canNow })
  const person = await kyc.person(accountId, tx)
  if (!person || person.verifiedLevel === 0) return
  const kind = canNow ? 'risk.resumed' : 'risk.paused'
  await notifications.notify(tx, { accountId, kind, values: {}, mailTo: person.email, url: PAGE_OF[kind] })
}
