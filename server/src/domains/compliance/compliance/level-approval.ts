/** Approval kind of a level change (ADM-11): level 3 and every lower level need a second officer, other changes take effect immediately. */

import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import * as z from 'zod'
import type { ApprovalKind } from '../../../platform/approvals/index.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { refusal, refuse } from '../../../platform/http/refusal.ts'
import type { Alerts } from '../../customers/alerts/index.ts'
import type { Kyc, LevelStatus } from '../../customers/kyc/index.ts'
import type { Limits } from '../../customers/limits/index.ts'
import { APPROVAL_WORDS, STORED_WORDS } from './approval-words.ts'
import type { BackgroundCheckPort } from './context.ts'
import { carryingFlags, type EarlierContext } from './earlier-accounts.ts'
import { done } from './rejections.ts'
import { checkRepresentatives, type RepresentativeContext } from './representatives/check-representatives.ts'
import { endAssignment } from './review/assignment-store.ts'
import { isCheckAnswered, needsSecondOfficer } from './rules.ts'

export const LEVEL_APPROVAL = 'kyc.level' satisfies ApprovalKindName
const Params = z.object({ accountId: z.uuid(), newLevel: z.int(), withoutCheck: z.boolean().default(false) })
type Params = z.output<typeof Params>
const LEVELS = [0, 1, 2, 3] as const
const Check = z.enum(['answered', 'unanswered', 'not_asked'])
const Facts = z.object({ currentLevel: z.int(), verified: z.object({ before: z.int(), after: z.int() }), check: Check })

interface Dependencies extends RepresentativeContext, EarlierContext {
  readonly kyc: Pick<Kyc, 'levelFacts' | 'levelChoices' | 'changeLevel' | 'companyOwnershipFacts' | 'earlierAccounts'>
  readonly alerts: Pick<Alerts, 'openFacts'>
  readonly limits: Pick<Limits, 'monthlyMaximums'>
  readonly checks: Pick<BackgroundCheckPort, 'summary'>
}

export const levelApproval = ({ kyc, alerts, risk, limits, checks, ...rest }: Dependencies): ApprovalKind<Params, LevelStatus> => ({
  permission: 'kyc.level',
  parse: (params) => Params.parse(params),
  target: ({ accountId }) => accountId,
  subjectId: ({ accountId }) => accountId,
  // By the table of limits and not by the number: a level without a limit allows any amount (D5).
  async checkAlone(connection, { accountId, newLevel }) {
    const chosen = (await kyc.levelChoices(accountId, connection)).find((choice) => choice.newLevel === newLevel)
    const level = LEVELS.find((one) => one === chosen?.completed)
    const maximumOf = await limits.monthlyMaximums(connection, rest.clock.now())
    return level === undefined || maximumOf(level) === null ? refusal('approvals.never_alone') : null
  },
  reversal({ accountId }, [change]) {
    const before = change?.before
    return before ? { accountId, newLevel: Number(before), withoutCheck: false } : null
  },
  async facts(tx, params) {
    const { personType, currentLevel, isVerified, items, verified } = done(await kyc.levelFacts(tx, params))
    // The first level also accepts the fields of a company, if they were not accepted before.
    if (verified.before === 0 && verified.after > 0) await checkRepresentatives({ kyc, ...rest }, tx, params.accountId)
    // A lower level protects, whatever else is found about the customer meanwhile.
    const openAlerts = verified.after > verified.before ? await alerts.openFacts(tx, params.accountId) : []
    const check = await checkOf(checks, tx, params, verified)
    return { personType, currentLevel, isVerified, items, verified: { ...verified }, openAlerts, check }
  },
  isNeeded: (_params, facts) => needsSecondOfficer(Facts.parse(facts).verified),
  async execute(tx, { accountId, newLevel, withoutCheck }, { makerId, reason, actor, requestId, checkerId }) {
    const approval = requestId ? { approvalRequestId: requestId, makerId, checkerId } : null
    const isUnanswered = withoutCheck && !isCheckAnswered(await checks.summary(tx, accountId))
    const change = { accountId, newLevel, reason, actor, withoutCheck: isUnanswered, ...(approval ? { approval } : {}) }
    const status = await carryingFlags({ kyc, risk }, tx, accountId, async () => done(await kyc.changeLevel(tx, change)))
    // The change accepts the rest of the form, or returns it, so the assignment of the case ends.
    await endAssignment(tx, accountId)
    return status
  },
  words: APPROVAL_WORDS,
  changes({ newLevel }, facts) {
    const { check: checkLabel, level: words } = STORED_WORDS
    const { currentLevel, check } = Facts.parse(facts)
    const level = { label: words.level, before: String(currentLevel), after: String(newLevel) }
    return check === 'unanswered' ? [level, { label: checkLabel, before: words.unanswered, after: words.withoutAnswer }] : [level]
  },
})

/**
 * Whether the background check has an answer: a fact of the decision, so that an answer that arrives meanwhile invalidates it.
 *
 * @throws Refused `compliance.check_unanswered`
 */
async function checkOf(
  checks: Dependencies['checks'],
  tx: Transaction,
  { accountId, withoutCheck }: Params,
  { before, after }: { before: number; after: number },
): Promise<z.output<typeof Check>> {
  if (after <= before) return 'not_asked'
  if (isCheckAnswered(await checks.summary(tx, accountId))) return 'answered'
  if (!withoutCheck) refuse('compliance.check_unanswered')
  return 'unanswered'
}
