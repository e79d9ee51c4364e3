/** Changes where a person stands: the row, its history, its alert, the audit trail and what the person hears, in one transaction. */
import type { AuditAction } from '@tunjo/contract/audit'
import type { RiskAction, RiskLevel } from '@tunjo/contract/compliance-risk'
import type { AuditActor } from '../../platform/audit/index.ts'
import type { Transaction } from '../../platform/database.ts'
import { type Actor, officer, SYSTEM } from '../../platform/state-machine/index.ts'
import type { RiskContext } from './context.ts'
import { isAbove, mayTransact, riskOf, standingAfter } from './rules.ts'
import { insertChange, lockStanding, updateStanding } from './standing-store.ts'
import type { Standing, StandingChange, StandingRow, SystemFlag } from './types.ts'

interface Cause {
  readonly actor: AuditActor
  /** Null: a rule. */
  readonly officerId: string | null
  readonly second: { readonly approvalRequestId: string | null; readonly checkerId: string | null } | null
  readonly reason: string
}

/** Where the person reads until when they wait, and may answer. */
const PAGE_OF = { 'risk.paused': '/application/messages', 'risk.resumed': '/application/' } as const

/** Kinds of alert that go with a flag. */
export const ALERT_OF: Partial<Record<RiskAction, number>> = { list: 2, pep: 3 }

export async function changeStanding(
  context: RiskContext,
  tx: Transaction,
  accountId: string,
  change: StandingChange,
  cause: Cause,
): Promise<StandingRow> {
  const { clock, audit } = context
  const at = clock.now()
  const before = await lockStanding(tx, accountId, at)
  const after = standingAfter(before, change)
  const risk = riskOf(after)
  await updateStanding(tx, accountId, after, risk, at)
  const said = { before: shownValue(before, change), after: shownValue(after, change) }
  const { officerId, second, reason } = cause
  await insertChange(tx, { accountId, action: change.action, ...said, officerId, secondId: second?.checkerId ?? null, reason, at })
  await followAlert(context, tx, accountId, change, cause, at)
  await audit.record(tx, {
    actor: cause.actor,
    action: actionOf(change),
    object: { type: 'account', id: accountId },
    before: facts(before),
    after: { ...facts(after), ...(second ? { ...second, makerId: officerId } : {}) },
    reason,
  })
  await tell(context, tx, accountId, before, after)
  return { ...after, accountId, risk, version: before.version + 1 }
}

/** By a rule: what is flagged already stays as it is. */
export async function flagByRule(
  context: RiskContext,
  tx: Transaction,
  { accountId, reason }: SystemFlag,
  action: 'list' | 'pep',
): Promise<boolean> {
  const { isPep, isListed } = await lockStanding(tx, accountId, context.clock.now())
  if (action === 'pep' ? isPep : isListed) return false
  await changeStanding(context, tx, accountId, { action, is: true }, byRule(reason))
  return true
}

/** By a rule. Two officers lower it again, when they have looked at why. */
export async function raiseLevelByRule(
  context: RiskContext,
  tx: Transaction,
  { accountId, level, reason }: SystemFlag & { readonly level: RiskLevel },
): Promise<boolean> {
  const standing = await lockStanding(tx, accountId, context.clock.now())
  if (!isAbove(level, standing.level ?? 'low')) return false
  await changeStanding(context, tx, accountId, { action: 'level', level }, byRule(reason))
  return true
}

const byRule = (reason: string): Cause => ({ actor: { kind: 'system', name: 'risk' }, officerId: null, second: null, reason })

const facts = ({ level, isPep, isListed, allow }: Standing) => ({ level, isPep, isListed, allow })

const shownValue = (standing: Standing, { action }: StandingChange): string => {
  if (action === 'level') return standing.level ?? 'none'
  const flag = { pep: standing.isPep, list: standing.isListed, allow: standing.allow }[action]
  return flag === null ? 'none' : flag ? 'yes' : 'no'
}

function actionOf(change: StandingChange): AuditAction {
  switch (change.action) {
    case 'level':
      return 'risk.level_set'
    case 'pep':
      return change.is ? 'risk.pep_flagged' : 'risk.pep_cleared'
    case 'list':
      return change.is ? 'risk.list_flagged' : 'risk.list_cleared'
    case 'allow':
      return 'risk.transactions_allowed'
  }
}

async function followAlert(
  { alerts }: RiskContext,
  tx: Transaction,
  accountId: string,
  change: StandingChange,
  { officerId, reason }: Cause,
  at: Date,
): Promise<void> {
  const kind = ALERT_OF[change.action]
  if (kind === undefined || change.action === 'level') return
  const actor: Actor = officerId === null ? SYSTEM : officer(officerId)
  await (change.is ? alerts.raise : alerts.close)(tx, { accountId, kind, typeId: null }, { at, actor, comment: reason })
}

/**
 * Whoever could move money hears that they cannot, and when they can again: never why (Ley 526 de 1999: nobody is told of a report about
 * them). The same for every cause, a list too: whoever saw the pause without being told of it would know that it is one.
 */
async function tell({ kyc, notifications, outbox }: RiskContext, tx: Transaction, accountId: string, before: Standing, after: Standing) {
  if (mayTransact(before) === mayTransact(after)) return
  await outbox.emit(tx, 'risk.permission_changed', { accountId, mayTransact: mayTransact(after) })
  const person = await kyc.person(accountId, tx)
  if (!person || person.verifiedLevel === 0) return
  const kind = mayTransact(after) ? 'risk.resumed' : 'risk.paused'
  await notifications.notify(tx, { accountId, kind, values: {}, mailTo: person.email, url: PAGE_OF[kind] })
}
