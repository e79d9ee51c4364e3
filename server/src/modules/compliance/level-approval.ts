/** Change of level as an approval kind (ADM-11): level 3 and every lower level need a second officer, the rest is done at once. */
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import * as z from 'zod'
import type { ApprovalKind } from '../../platform/approvals/index.ts'
import type { Alerts } from '../alerts/index.ts'
import type { Kyc, LevelStatus } from '../kyc/index.ts'
import { carryingFlags, type EarlierContext } from './earlier-accounts.ts'
import { done } from './rejections.ts'
import { checkRepresentatives, type RepresentativeContext } from './representatives/check-representatives.ts'
import { endAssignment } from './review/assignment-store.ts'
import { needsSecondOfficer } from './rules.ts'

export const LEVEL_APPROVAL = 'kyc.level' satisfies ApprovalKindName
const Params = z.object({ accountId: z.uuid(), newLevel: z.int() })
type Params = z.output<typeof Params>
const Facts = z.object({ currentLevel: z.int(), verified: z.object({ before: z.int(), after: z.int() }) })

interface Dependencies extends RepresentativeContext, EarlierContext {
  readonly kyc: Pick<Kyc, 'levelFacts' | 'changeLevel' | 'companyStanding' | 'earlierAccounts'>
  readonly alerts: Pick<Alerts, 'openFacts'>
}

export const levelApproval = ({ kyc, alerts, risk, ...rest }: Dependencies): ApprovalKind<Params, LevelStatus> => ({
  permission: 'kyc.level',
  parse: (params) => Params.parse(params),
  target: ({ accountId }) => accountId,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, params) {
    const { personType, currentLevel, isVerified, items, verified } = done(await kyc.levelFacts(tx, params))
    // With its first level the fields of a company are accepted, if they were not before.
    if (verified.before === 0 && verified.after > 0) await checkRepresentatives({ kyc, ...rest }, tx, params.accountId)
    // A lower level protects, whatever else is found about the person meanwhile.
    const openAlerts = verified.after > verified.before ? await alerts.openFacts(tx, params.accountId) : []
    return { personType, currentLevel, isVerified, items, verified: { ...verified }, openAlerts }
  },
  isNeeded: (_params, facts) => needsSecondOfficer(Facts.parse(facts).verified),
  async execute(tx, { accountId, newLevel }, { makerId, reason, actor, requestId, checkerId }) {
    const approval = requestId ? { approvalRequestId: requestId, makerId, checkerId } : null
    const change = { accountId, newLevel, reason, actor, ...(approval ? { approval } : {}) }
    const status = await carryingFlags({ kyc, risk }, tx, accountId, async () => done(await kyc.changeLevel(tx, change)))
    // It accepts what of the form was left, or gives it back: the case of whoever had it ends with it.
    await endAssignment(tx, accountId)
    return status
  },
  changes: ({ newLevel }, facts) => [{ label: 'Nivel', before: String(Facts.parse(facts).currentLevel), after: String(newLevel) }],
})
