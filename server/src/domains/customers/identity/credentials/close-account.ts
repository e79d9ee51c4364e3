/**
 * Closes the account permanently (ID-09): the modules above name the conditions to settle first. Data with a legal retention period stays.
 */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { customer } from '../../../../platform/state-machine/index.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import { lockAccount, lockActiveOfficers } from '../core/account-store.ts'
import { moveAccount } from '../core/accounts/move-account.ts'
import type { IdentityContext } from '../core/context.ts'
import { cancelOpenChange } from '../core/email-change/email-change-transitions.ts'
import { LINK_PURPOSES, revokeLinks } from '../core/links.ts'
import { endSessionsOfAccount } from '../core/sessions/session-store.ts'
import type { ClosingCheck } from '../core/types.ts'
import { checkCurrentPassword, refuseIfPasswordChanged } from './current-password.ts'

export interface Closing {
  caller: Caller
  password: string
  deviceKey: string | null
}

export async function closeAccount(context: IdentityContext, checks: readonly ClosingCheck[], closing: Closing): Promise<void> {
  const { caller, password, deviceKey } = closing
  const { db, clock, outbox, audit, notifications } = context
  const proved = await checkCurrentPassword(context, caller, password, deviceKey)
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    // Before the account's own lock: every closing takes these locks in the same order.
    const officers = proved.authorities.includes('ROLE_ADMIN') ? await lockActiveOfficers(tx) : []
    const account = await lockAccount(tx, caller.accountId, 'update')
    refuseIfPasswordChanged(proved, account)
    if (account.authorities.includes('ROLE_ADMIN') && !officers.some((id) => id !== account.id)) refuse('identity.last_officer')
    for (const check of checks) refuseIf(await check(tx, account.id))
    await moveAccount(tx, account, { to: ACCOUNT_STATE.closed, at: now, actor: customer(account.id) })
    await endSessionsOfAccount(tx, account.id, 'account_closed', now)
    await cancelOpenChange(tx, account.id, now)
    await revokeLinks(tx, account.id, LINK_PURPOSES, now)
    const values = { when: formatDateTime(now) }
    await notifications.notify(tx, { accountId: account.id, kind: 'identity.account_closed', values, mailTo: account.email })
    await outbox.emit(tx, 'identity.account_closed', { accountId: account.id })
    const actor = { kind: 'person', accountId: account.id, sessionId: caller.sessionId } as const
    await audit.record(tx, { actor, action: 'identity.account_closed', object: { type: 'account', id: account.id }, before: account.state })
  })
}
