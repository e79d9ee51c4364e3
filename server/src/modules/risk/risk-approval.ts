/** Changes of risk as approval kinds: one for each action, so that whoever decides reads in the inbox what it is about. */
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { RISK_ACTIONS, type RiskAction, RiskLevel } from '@tunjo/contract/compliance-risk'
import type { Permission } from '@tunjo/contract/permissions'
import * as z from 'zod'
import type { ApprovalKind } from '../../platform/approvals/index.ts'
import { refuseIf } from '../../platform/refusal.ts'
import { ALERT_OF, changeStanding } from './change-standing.ts'
import type { RiskContext } from './context.ts'
import { checkChange, needsSecondOfficer, riskOf, standingAfter } from './rules.ts'
import { lockStanding } from './standing-store.ts'
import type { StandingRow } from './types.ts'

export const approvalOf = (action: RiskAction) => `risk.${action}` as const satisfies ApprovalKindName

const Change = z.union([
  z.object({ action: z.literal('level'), level: RiskLevel }),
  z.object({ action: z.enum(['pep', 'list', 'allow']), is: z.boolean() }),
])
const Params = z.object({ accountId: z.uuid(), change: Change })
type Params = z.output<typeof Params>
const Facts = z.object({
  level: RiskLevel.nullable(),
  isPep: z.boolean().nullable(),
  isListed: z.boolean().nullable(),
  allow: z.boolean(),
  version: z.int(),
})

const PERMISSION: Readonly<Record<RiskAction, Permission>> = {
  level: 'risk.set',
  pep: 'risk.set',
  allow: 'risk.set',
  list: 'screening.decide',
}
const RISK = { low: 'No', medium: 'Medio', high: 'Alto' } as const
const yesNo = (is: boolean | null) => (is ? 'Sí' : 'No')

export const riskApproval = (context: RiskContext, action: RiskAction): ApprovalKind<Params, StandingRow> => ({
  permission: PERMISSION[action],
  // Each of them lets money leave, a lower level and a PEP taken back as well: what leaves does not come back.
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ accountId }) => accountId,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, { accountId, change }) {
    const { level, isPep, isListed, allow, version } = await lockStanding(tx, accountId, context.clock.now())
    const kind = ALERT_OF[change.action]
    const isAlertOpen = kind !== undefined && (await context.alerts.isOpen(tx, { accountId, kind, typeId: null }))
    refuseIf(checkChange({ level, isPep, isListed, allow }, change, isAlertOpen))
    return { level, isPep, isListed, allow, version }
  },
  isNeeded: ({ change }, facts) => needsSecondOfficer(Facts.parse(facts), change),
  execute(tx, { accountId, change }, { makerId, checkerId, requestId, reason, actor }) {
    const second = requestId === null ? null : { approvalRequestId: requestId, checkerId }
    return changeStanding(context, tx, accountId, change, { actor, officerId: makerId, second, reason })
  },
  changes({ change }, facts) {
    const before = Facts.parse(facts)
    const after = standingAfter(before, change)
    const risk = { label: 'Riesgo', before: RISK[riskOf(before)], after: RISK[riskOf(after)] }
    if (change.action === 'level') return [risk]
    const label = { pep: 'PEP', list: 'En listas', allow: 'Puede transar' }[change.action]
    const is = { pep: before.isPep, list: before.isListed, allow: before.allow }[change.action]
    return [{ label, before: yesNo(is), after: yesNo(change.is) }, ...(risk.before === risk.after ? [] : [risk])]
  },
})

export function registerRiskApprovals(context: RiskContext): void {
  for (const action of RISK_ACTIONS) context.approvals.register(approvalOf(action), riskApproval(context, action))
}
