/** Password change in a session (ID-03): the other sessions end, this one stays. */
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { lockAccount, updatePassword } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { locate } from '../core/devices/place.ts'
import { revokeLinks } from '../core/links.ts'
import { hashPassword, isCommonPassword } from '../core/passwords.ts'
import { checkPassword, normalizePassword } from '../core/rules.ts'
import { sendSecurityNotice } from '../core/security-notice.ts'
import { endOtherSessions } from '../core/sessions/session-store.ts'
import { startCooldown } from '../core/withdrawal-cooldown.ts'
import { changeFacts } from './change-facts.ts'
import { checkCurrentPassword, refuseIfPasswordChanged } from './current-password.ts'

export interface PasswordChange {
  caller: Caller
  currentPassword: string
  newPassword: string
  ip: string
  deviceKey: string | null
}

export async function changePassword(context: IdentityContext, change: PasswordChange): Promise<void> {
  const { caller, currentPassword, newPassword, ip, deviceKey } = change
  const { db, clock, outbox } = context
  const proved = await checkCurrentPassword(context, caller, currentPassword, deviceKey)
  if (normalizePassword(newPassword) === normalizePassword(currentPassword)) refuse('identity.password_same')
  refuseIf(checkPassword(newPassword, proved.email, isCommonPassword))
  const { label: place } = await locate(ip)
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const account = await lockAccount(tx, caller.accountId, 'update')
    refuseIfPasswordChanged(proved, account)
    await updatePassword(tx, account.id, passwordHash, now)
    await revokeLinks(tx, account.id, ['password_reset', 'lost_factor'], now)
    await endOtherSessions(tx, caller, 'password_changed', now)
    const { until } = await startCooldown(context, tx, { accountId: account.id, reason: 'password_changed', now })
    await sendSecurityNotice(context, tx, { account, kind: 'identity.password_changed', values: changeFacts(now, place, until) })
    await outbox.emit(tx, 'identity.account_changed', { accountId: account.id, change: 'password' })
  })
}
