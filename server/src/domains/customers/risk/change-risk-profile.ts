/** Changes of a customer's risk profile, by an officer or by a rule: the flag or the level, its alert, and new floors and points. */

import { LISTS_ALERT, PEP_ALERT } from '@tunjo/contract/alert-kinds'
import type { AuditAction } from '@tunjo/contract/audit'
import type { RiskAction } from '@tunjo/contract/compliance-risk'
import type { AuditActor } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Text } from '../../../platform/phrases/coded-text.ts'
import { type Actor, officer, SYSTEM } from '../../../platform/state-machine/index.ts'
import { assessmentsNow, riskProfileBy } from './assessment/reassess.ts'
import type { Assessment } from './assessment/types.ts'
import type { RiskContext } from './context.ts'
import { lapsedNow } from './diligence.ts'
import { lockRiskProfile } from './risk-profile-store.ts'
import { COMMENT_WORDS, STORED_WORDS } from './risk-words.ts'
import { applied, isAbove, levelUntil } from './rules.ts'
import { storeRiskProfile } from './store-risk-profile.ts'
import type { CarriedRisk, RiskProfile, RiskProfileChange, RiskProfileRow, SystemFlag } from './types.ts'

interface Cause {
  readonly actor: AuditActor
  /** Null: a rule. */
  readonly officerId: string | null
  readonly second: { readonly approvalRequestId: string | null; readonly checkerId: string | null } | null
  readonly reason: string
  /** Comment of the alert; default: the reason. */
  readonly comment?: Text
  readonly evidence?: SystemFlag['evidence']
}

/** Kinds of the alerts that belong to a flag. */
export const ALERT_OF: Partial<Record<RiskAction, number>> = { list: LISTS_ALERT, pep: PEP_ALERT }

export async function changeRiskProfile(
  context: RiskContext,
  tx: Transaction,
  accountId: string,
  change: RiskProfileChange,
  cause: Cause,
): Promise<RiskProfileRow> {
  const now = context.clock.now()
  const before = await lockRiskProfile(tx, accountId, now)
  await followAlert(context, tx, accountId, change, cause, now)
  const { standing, assessment } = await riskProfileAfter(context, tx, before, change)
  const after = change.action === 'allow' ? standing : await lapsedNow(context, tx, before, standing, assessment)
  const turn = { before, after, assessment, at: now }
  const settled = await storeRiskProfile(context, tx, turn, {
    action: change.action,
    audited: actionOf(change),
    ...cause,
    said: { before: shownValue(before, change), after: shownValue(after, change) },
    until: change.action === 'level' && change.level !== null ? change.until : null,
  })
  await carryOn(context, tx, before, settled)
  return settled
}

/** A graver risk of a closed account applies to the account with which its person returned; clearing it there does not clear it here. */
async function carryOn(context: RiskContext, tx: Transaction, before: RiskProfileRow, earlier: RiskProfileRow): Promise<void> {
  const accountId = await context.kyc.lockSuccessor(tx, earlier.accountId)
  if (accountId === null) return
  if (earlier.isListed && !before.isListed) await flagByRule(context, tx, { accountId, reason: COMMENT_WORDS.earlier.list }, 'list')
  if (earlier.isPep && !before.isPep) await flagByRule(context, tx, { accountId, reason: COMMENT_WORDS.earlier.pep }, 'pep')
  if (isAbove(earlier.risk, before.risk)) await carryLevel(context, tx, { accountId, earlier, reason: STORED_WORDS.earlier.level })
}

/** With floors and points after the change; removing a flag also closes its alert. */
export async function riskProfileAfter(
  context: RiskContext,
  tx: Transaction,
  before: RiskProfileRow,
  change: RiskProfileChange,
): Promise<{ standing: RiskProfileRow; assessment: Assessment }> {
  const changed = { ...before, ...applied(before, change) }
  const closed = change.action !== 'level' && !change.is ? (ALERT_OF[change.action] ?? null) : null
  const [assessment] = await assessmentsNow(context, tx, [changed], closed)
  if (!assessment) throw new Error('a person who was asked about has no assessment')
  return { standing: riskProfileBy(changed, assessment), assessment }
}

/** Set by a rule: an existing flag stays as it is. */
export async function flagByRule(
  context: RiskContext,
  tx: Transaction,
  { accountId, reason, evidence }: SystemFlag,
  action: 'list' | 'pep',
): Promise<boolean> {
  const { isPep, isListed } = await lockRiskProfile(tx, accountId, context.clock.now())
  if (action === 'pep' ? isPep : isListed) return false
  await changeRiskProfile(context, tx, accountId, { action, is: true }, byRule(reason, evidence))
  return true
}

/** Carry over the risk of an earlier account of the person as a minimum, until the same day or for the maximum duration of a level. */
export async function carryLevel(context: RiskContext, tx: Transaction, { accountId, earlier, reason }: CarriedRisk): Promise<void> {
  const now = context.clock.now()
  const { risk } = await lockRiskProfile(tx, accountId, now)
  if (!isAbove(earlier.risk, risk)) return
  const isOfficers = earlier.level === earlier.risk && earlier.levelUntil !== null && earlier.levelUntil > now
  const until = (isOfficers ? earlier.levelUntil : levelUntil(undefined, now)) ?? now
  await changeRiskProfile(context, tx, accountId, { action: 'level', level: earlier.risk, until, isAgreed: false }, byRule(reason))
}

const byRule = (reason: Text, evidence?: SystemFlag['evidence']): Cause => ({
  actor: { kind: 'system', name: 'risk' },
  officerId: null,
  second: null,
  reason: String(reason),
  comment: reason,
  evidence,
})

const shownValue = (standing: RiskProfile, { action }: RiskProfileChange): string => {
  if (action === 'level') return standing.level ?? 'none'
  const flag = { pep: standing.isPep, list: standing.isListed, allow: standing.allow }[action]
  return flag === null ? 'none' : flag ? 'yes' : 'no'
}

function actionOf(change: RiskProfileChange): AuditAction {
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
  change: RiskProfileChange,
  { officerId, reason, comment = reason, evidence }: Cause,
  at: Date,
): Promise<void> {
  const kind = ALERT_OF[change.action]
  if (kind === undefined || change.action === 'level') return
  const actor: Actor = officerId === null ? SYSTEM : officer(officerId)
  await (change.is ? alerts.raise : alerts.close)(tx, { accountId, kind, typeId: null }, { at, actor, comment, evidence })
}
