/** HTTP routes of account access. Blocking takes effect immediately; restoring access is proposed to a second officer. */

import { type AccessAction, type AccountAccess, accountAccess as contract } from '@tunjo/contract/account-access'
import type { Locale } from '@tunjo/contract/locales'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../../platform/audit/index.ts'
import { type Connection, inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import type { Operation } from '../../../../platform/database/idempotency.ts'
import type { StepUpDescriptions } from '../../../../platform/http/guards/step-up.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../../../platform/http/route.ts'
import { excerpt, tidyText } from '../../../../platform/phrases/visible-text.ts'
import type { AccessChange, AccessFacts } from '../../../customers/identity/index.ts'
import type { ApprovalWords } from '../approval-words.es.ts'
import { APPROVAL_WORDS } from '../approval-words.ts'
import { actionsOf, insertAction } from './action-store.ts'
import { RESET_APPROVAL, UNBLOCK_APPROVAL } from './approvals.ts'
import type { AccessContext } from './context.ts'
import { checkBlock, checkTarget } from './rules.ts'

interface Asked {
  readonly caller: Caller
  readonly http: HttpContext
  readonly params: { readonly id: string }
  readonly body: { readonly reason: string }
}
interface Proposed extends Asked {
  readonly operation: Operation | null
}
type Work = (tx: Transaction, facts: AccessFacts & { granters: readonly string[] }, change: AccessChange) => Promise<void>

export function accessRoutes(context: AccessContext): Route[] {
  const { identity, approvals } = context
  const propose = async (kind: typeof UNBLOCK_APPROVAL | typeof RESET_APPROVAL, { caller, operation, params, body }: Proposed) => {
    const { id: accountId } = await targetOf(context, context.db, caller, params.id)
    return approvals.perform<{ done: true }>(kind, { params: { accountId }, caller, operation, reason: tidyText(body.reason) })
  }
  return implement(
    contract,
    {
      show: ({ caller, http, params }) => show(context, caller, http, params.id),
      block: (asked) =>
        act(context, 'block', asked, async (tx, facts, change) => {
          refuseIf(checkBlock(facts, facts.granters))
          await identity.access.block(tx, change)
        }),
      freeze: (asked) =>
        act(context, 'freeze', asked, async (tx, facts, change) => {
          refuseIf(checkBlock(facts, facts.granters))
          await identity.access.freeze(tx, change)
        }),
      endSessions: (asked) => act(context, 'end_sessions', asked, (tx, _facts, change) => identity.access.endSessions(tx, change)),
      unblock: (asked) => propose(UNBLOCK_APPROVAL, asked),
      resetFactors: (asked) => propose(RESET_APPROVAL, asked),
    },
    descriptions(context),
  )
}

/** An officer can only be changed with the permission to grant roles, and never by themselves. */
async function targetOf({ identity }: AccessContext, connection: Connection, caller: Caller, asked: string): Promise<AccessFacts> {
  // Ids are case-insensitive in the database, so an own id in capitals must be recognised.
  const id = asked.toLowerCase()
  if (id === caller.accountId) refuse('compliance.own_account')
  const facts = isUuid(id) ? await identity.access.facts(connection, id) : null
  if (!facts) refuse('request.not_found')
  refuseIf(checkTarget(facts, { mayGrantRoles: caller.permissions?.includes('roles.grant') ?? false }))
  return facts
}

async function act(context: AccessContext, action: AccessAction, { caller, http, params, body }: Asked, work: Work) {
  await inTransaction(context.db, async (tx) => {
    const granters = await lockGranters(context, tx, params.id)
    const facts = { ...(await targetOf(context, tx, caller, params.id)), granters }
    const [accountId, officerId, reason] = [facts.id, caller.accountId, tidyText(body.reason)]
    await work(tx, facts, { accountId, actor: personActor(caller, http), reason })
    await insertAction(tx, { accountId, action, officerId, secondId: null, reason, at: context.clock.now() })
  })
  return { done: true as const }
}

/** For an officer all officers are locked first, as in a change of roles, so that the last two cannot be blocked concurrently. */
const lockGranters = async ({ identity: { staff } }: AccessContext, tx: Transaction, id: string): Promise<readonly string[]> =>
  isUuid(id) && (await staff.isOfficer(tx, id)) ? staff.lockOfficersWith(tx, 'roles.grant') : []

async function show(context: AccessContext, caller: Caller, http: HttpContext, asked: string): Promise<AccountAccess> {
  const { db, audit, identity } = context
  const id = asked.toLowerCase()
  const facts = isUuid(id) ? await identity.access.facts(db, id) : null
  if (!facts) refuse('request.not_found')
  if (facts.id === caller.accountId) refuse('compliance.own_account')
  const object = { type: 'account', id: facts.id }
  const entry = { actor: personActor(caller, http), action: 'kyc.person_viewed', object, after: { part: 'access' } } as const
  await inTransaction(db, (tx) => audit.record(tx, entry))
  const { id: userId, activatedAt, lastSignInAt, frozenAt, withdrawalsHeldUntil, ...shown } = facts
  return {
    ...shown,
    userId,
    activatedAt: activatedAt?.toISOString() ?? null,
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    frozenAt: frozenAt?.toISOString() ?? null,
    withdrawalsHeldUntil: withdrawalsHeldUntil?.toISOString() ?? null,
    mayChange: mayChange(caller, facts),
    history: await historyOf(context, userId),
  }
}

const mayChange = ({ permissions = [] }: Caller, facts: AccessFacts): boolean =>
  permissions.includes('users.manage') && checkTarget(facts, { mayGrantRoles: permissions.includes('roles.grant') }) === null

async function historyOf({ db, identity }: AccessContext, accountId: string): Promise<AccountAccess['history']> {
  const actions = await actionsOf(db, accountId)
  const ids = [...new Set(actions.flatMap(({ officerId, secondId }) => (secondId ? [officerId, secondId] : [officerId])))]
  const emails = new Map(await Promise.all(ids.map(async (id) => [id, (await identity.person(id))?.email ?? ''] as const)))
  return actions.map(({ action, at, officerId, secondId, reason }) => ({
    action,
    at: at.toISOString(),
    officer: emails.get(officerId) ?? '',
    second: secondId && (emails.get(secondId) ?? ''),
    reason,
  }))
}

function descriptions({ identity }: Pick<AccessContext, 'identity'>): StepUpDescriptions<typeof contract> {
  const about =
    (change: keyof ApprovalWords['access']) =>
    async ({ params, body, locale }: Pick<Asked, 'params' | 'body'> & { locale: Locale }) => {
      const words = APPROVAL_WORDS[locale]
      const email = isUuid(params.id) ? (await identity.person(params.id))?.email : undefined
      const details = [
        { label: words.account, value: email ?? params.id },
        { label: words.reason, value: excerpt(body.reason) },
      ]
      return { title: words.access[change], details }
    }
  return {
    block: about('block'),
    unblock: about('unblock'),
    freeze: about('freeze'),
    endSessions: about('endSessions'),
    resetFactors: about('resetFactors'),
  }
}
