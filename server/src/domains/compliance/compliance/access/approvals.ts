/** Approval kinds that restore access: the end of a suspension, and an MFA reset. Always two officers. */

import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import type { AccessFacts } from '../../../customers/identity/index.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import { insertAction, lastActionOf } from './action-store.ts'
import type { AccessContext } from './context.ts'
import { checkTarget, stateAfterBlock } from './rules.ts'

export const UNBLOCK_APPROVAL = 'identity.unblock' satisfies ApprovalKindName
export const RESET_APPROVAL = 'identity.reset_factors' satisfies ApprovalKindName

const Params = z.object({ accountId: z.uuid() })
type Params = z.output<typeof Params>
const FactorFacts = z.object({ hasApp: z.boolean(), passkeys: z.int() })

type Context = Pick<AccessContext, 'identity' | 'kyc' | 'alerts' | 'clock' | 'approvals'>
type Deciders = readonly [makerId: Execution['makerId'], checkerId: Execution['checkerId']]
interface Done {
  done: true
}
const common = {
  permission: 'users.manage',
  // A protection that one officer alone could remove would not protect against that officer.
  isNeverAlone: true,
  parse: (params: unknown): Params => Params.parse(params),
  target: ({ accountId }: Params) => accountId,
  subjectId: ({ accountId }: Params) => accountId,
  isNeeded: () => true,
} as const

export function registerAccessApprovals(context: Context): void {
  context.approvals.register(UNBLOCK_APPROVAL, unblockApproval(context))
  context.approvals.register(RESET_APPROVAL, resetApproval(context))
}

const lockedAccess = async ({ identity }: Context, tx: Transaction, { accountId }: Params) =>
  (await identity.access.facts(tx, accountId)) ?? refuse('request.not_found')

/** Checked with the current permissions: the maker may have lost the permission since, and the checker only proved `users.manage`. */
async function refuseUnlessBothMay({ identity: { staff } }: Context, tx: Transaction, target: AccessFacts, deciders: Deciders) {
  for (const id of deciders) {
    const permissions = id === null ? [] : await staff.permissionsOf(tx, id)
    refuseIf(checkTarget(target, { mayGrantRoles: permissions.includes('roles.grant') }))
  }
}

const unblockApproval = (context: Context): ApprovalKind<Params, Done> => ({
  ...common,
  async facts(tx, params) {
    const { state, isOfficer } = await lockedAccess(context, tx, params)
    if (state !== ACCOUNT_STATE.suspended) refuse('compliance.account_not_blocked')
    const [lastAction, openAlerts] = [await lastActionOf(tx, params.accountId), await context.alerts.openFacts(tx, params.accountId)]
    return { state, isOfficer, lastAction, openAlerts }
  },
  words: APPROVAL_WORDS,
  changes: () => [{ label: STORED_WORDS.account, before: STORED_WORDS.access.suspended, after: STORED_WORDS.access.active }],
  async execute(tx, { accountId }, { makerId, checkerId, actor, reason }) {
    const target = await lockedAccess(context, tx, { accountId })
    await refuseUnlessBothMay(context, tx, target, [makerId, checkerId])
    const verifiedLevel = (await context.kyc.person(accountId, tx))?.verifiedLevel ?? 0
    await context.identity.access.unblock(tx, { accountId, actor, reason, state: stateAfterBlock({ ...target, verifiedLevel }) })
    await insertAction(tx, { accountId, action: 'unblock', officerId: makerId, secondId: checkerId, reason, at: context.clock.now() })
    return { done: true }
  },
})

const resetApproval = (context: Context): ApprovalKind<Params, Done> => ({
  ...common,
  async facts(tx, params) {
    const { state, email, isOfficer, hasApp, passkeys } = await lockedAccess(context, tx, params)
    if (state === ACCOUNT_STATE.closed) refuse('compliance.account_closed')
    if (!hasApp && passkeys === 0) refuse('compliance.no_factors')
    return { state, email, hasApp, passkeys, isOfficer }
  },
  words: APPROVAL_WORDS,
  changes: (_params, facts) => [{ label: STORED_WORDS.access.factors, before: countOf(FactorFacts.parse(facts)), after: '0' }],
  async execute(tx, { accountId }, { makerId, checkerId, actor, reason }) {
    await refuseUnlessBothMay(context, tx, await lockedAccess(context, tx, { accountId }), [makerId, checkerId])
    await context.identity.access.resetFactors(tx, { accountId, actor, reason })
    await insertAction(tx, { accountId, action: 'reset_factors', officerId: makerId, secondId: checkerId, reason, at: context.clock.now() })
    return { done: true }
  },
})

const countOf = ({ hasApp, passkeys }: z.output<typeof FactorFacts>): string => String(passkeys + (hasApp ? 1 : 0))
