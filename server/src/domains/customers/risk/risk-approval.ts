/** Approval kinds of risk changes: one for each action, so that the checker sees its subject in the inbox. */

import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { RISK_ACTIONS, type RiskAction, RiskLevel } from '@tunjo/contract/compliance-risk'
import type { Permission } from '@tunjo/contract/permissions'
import * as z from 'zod'
import type { ApprovalKind, Json } from '../../../platform/approvals/index.ts'
import { refuseIf } from '../../../platform/http/refusal.ts'
import { formatDay } from '../../../platform/time/format-date.ts'
import { describeFloor } from './assessment/describe.ts'
import { assessmentsNow, riskProfileBy } from './assessment/reassess.ts'
import { ALERT_OF, changeRiskProfile, riskProfileAfter } from './change-risk-profile.ts'
import type { RiskContext } from './context.ts'
import { checkAllowed, checkPepEnds, isPepAllowed } from './diligence.ts'
import { lockRiskProfile } from './risk-profile-store.ts'
import { RISK_WORDS, STORED_WORDS } from './risk-words.ts'
import { calculatedOf, checkChange, needsSecondOfficer, riskOf } from './rules.ts'
import type { RiskProfileChange, RiskProfileRow } from './types.ts'

export const approvalOf = (action: RiskAction) => `risk.${action}` as const satisfies ApprovalKindName

const Change = z.union([
  z.object({ action: z.literal('level'), level: RiskLevel.nullable(), until: z.iso.datetime().nullable().default(null) }),
  z.object({ action: z.enum(['pep', 'list', 'allow']), is: z.boolean() }),
])
type Change = z.output<typeof Change>
const Params = z.object({ accountId: z.uuid(), change: Change })
type Params = z.output<typeof Params>
/** The facts at the request, and the effect of the change on them. */
const Facts = z.object({
  version: z.int(),
  risk: RiskLevel,
  calculated: RiskLevel,
  riskAfter: RiskLevel,
  isPep: z.boolean().nullable(),
  isListed: z.boolean().nullable(),
  allow: z.boolean(),
  needsSecond: z.boolean(),
  openAlerts: z.array(z.string()),
})

const PERMISSION: Readonly<Record<RiskAction, Permission>> = {
  level: 'risk.set',
  pep: 'risk.set',
  allow: 'risk.set',
  list: 'screening.decide',
}
const yesNo = (is: boolean | null) => (is ? STORED_WORDS.yes : STORED_WORDS.no)

export const riskApproval = (context: RiskContext, action: RiskAction): ApprovalKind<Params, RiskProfileRow> => ({
  permission: PERMISSION[action],
  // Each of them releases money, also a lower level and the removal of a PEP flag: money that leaves does not return.
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ accountId }) => accountId,
  subjectId: ({ accountId }) => accountId,
  facts: (tx, { accountId, change }) => factsOf(context, tx, accountId, change),
  isNeeded: (_params, facts) => Facts.parse(facts).needsSecond,
  execute(tx, { accountId, change }, { makerId, checkerId, requestId, reason, actor }) {
    const second = requestId === null ? null : { approvalRequestId: requestId, checkerId }
    return changeRiskProfile(context, tx, accountId, changeBy(change, checkerId !== null), { actor, officerId: makerId, second, reason })
  },
  words: RISK_WORDS,
  changes({ change }, given) {
    const { flags, levels, risk: riskLabel, until: untilLabel } = STORED_WORDS
    const { risk, riskAfter, isPep, isListed, allow } = Facts.parse(given)
    const line = { label: riskLabel, before: levels[risk], after: levels[riskAfter] }
    if (change.action === 'level') return [line, { label: untilLabel, before: null, after: untilText(change.until) }]
    const label = flags[change.action]
    const is = { pep: isPep, list: isListed, allow }[change.action]
    return [{ label, before: yesNo(is), after: yesNo(change.is) }, ...(line.before === line.after ? [] : [line])]
  },
})

/** Last day on which it is valid. */
const untilText = (until: string | null): string =>
  until === null ? STORED_WORDS.calculated : formatDay(bogotaDay(new Date(Date.parse(until) - 1)))

/** Includes the version of the row, floors and points and the open alerts at this moment, so a request made before a change is returned. */
async function factsOf(context: RiskContext, tx: Parameters<ApprovalKind<Params, unknown>['facts']>[0], accountId: string, asked: Change) {
  const now = context.clock.now()
  const row = await lockRiskProfile(tx, accountId, now)
  const [assessment] = await assessmentsNow(context, tx, [row])
  const standing = assessment ? riskProfileBy(row, assessment) : row
  const kind = ALERT_OF[asked.action]
  const isAlertOpen = kind !== undefined && (await context.alerts.isOpen(tx, { accountId, kind, typeId: null }))
  const floor = assessment?.floors[0]
  const floorCause = floor ? describeFloor(context.parameters, floor) : ''
  const change = changeBy(asked, false)
  refuseIf(checkChange(standing, change, { now, isAlertOpen, floorCause }))
  if (isPepAllowed(change, assessment)) refuseIf(await checkAllowed(context, tx, accountId))
  if (change.action === 'pep' && !change.is) refuseIf(await checkPepEnds(context, tx, accountId))
  const needsSecond = needsSecondOfficer(standing, change, now)
  const { standing: after } = await riskProfileAfter(context, tx, row, changeBy(asked, needsSecond))
  const { version, isPep, isListed, allow } = row
  return {
    version,
    risk: riskOf(standing, now),
    calculated: calculatedOf(standing),
    riskAfter: riskOf(after, now),
    isPep,
    isListed,
    allow,
    needsSecond,
    openAlerts: await context.alerts.openFacts(tx, accountId),
  } satisfies Json
}

function changeBy(change: Change, isAgreed: boolean): RiskProfileChange {
  if (change.action !== 'level') return change
  const { level, until } = change
  return level === null || until === null ? { action: 'level', level: null } : { action: 'level', level, until: new Date(until), isAgreed }
}

export function registerRiskApprovals(context: RiskContext): void {
  for (const action of RISK_ACTIONS) context.approvals.register(approvalOf(action), riskApproval(context, action))
}
