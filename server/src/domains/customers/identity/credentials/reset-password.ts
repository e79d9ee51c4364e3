/**
 * Password reset by the link of the mail (ID-03): once, within 30 minutes. The owner of the mailbox takes the account back, and all other
 * sessions end.
 */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { type AccountRow, findAccount, lockAccount, unfreeze, updatePassword } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { deviceTries, keysOfDevices } from '../core/devices/device-store.ts'
import { locate } from '../core/devices/place.ts'
import { cancelOpenChange } from '../core/email-change/email-change-transitions.ts'
import { consumeToken, findLink, revokeLinks } from '../core/links.ts'
import { hashPassword, isCommonPassword } from '../core/passwords.ts'
import { guessBuckets } from '../core/rate-limits.ts'
import { checkPassword } from '../core/rules.ts'
import { sendSecurityNotice } from '../core/security-notice.ts'
import { endSessionsOfAccount } from '../core/sessions/session-store.ts'
import { startCooldown } from '../core/withdrawal-cooldown.ts'
import { changeFacts } from './change-facts.ts'

export interface Reset {
  token: string
  password: string
  ip: string
}

export async function resetPassword(context: IdentityContext, { token, password, ip }: Reset): Promise<void> {
  const { db, clock, outbox, rateLimit } = context
  const known = await findLinkAccount(context, token, ip)
  // The link stays valid for another try with a better password.
  refuseIf(checkPassword(password, known.email, isCommonPassword))
  const { label: place } = await locate(ip)
  const passwordHash = await hashPassword(password)
  const { id, email } = await inTransaction(db, async (tx) => {
    const now = clock.now()
    const account = await lockAccount(tx, known.id, 'update')
    if (!account || account.state === ACCOUNT_STATE.closed) refuse('identity.reset_expired')
    if (!(await consumeToken(tx, token, 'password_reset', now))) refuse('identity.reset_expired')
    await updatePassword(tx, account.id, passwordHash, now)
    await unfreeze(tx, account.id)
    await cancelOpenChange(tx, account.id, now)
    await revokeLinks(tx, account.id, ['password_reset', 'email_change_old', 'email_change_new', 'lost_factor', 'appeal'], now)
    await endSessionsOfAccount(tx, account.id, 'password_reset', now)
    const { until } = await startCooldown(context, tx, { accountId: account.id, reason: 'password_changed', now })
    await sendSecurityNotice(context, tx, { account, kind: 'identity.password_reset', values: changeFacts(now, place, until) })
    await outbox.emit(tx, 'identity.account_changed', { accountId: account.id, change: 'password' })
    return account
  })
  // "Intenta de nuevo en … o restablece tu contraseña": those tries were against the old one.
  const ofDevices = (await keysOfDevices(db, id)).map((keyHash) => deviceTries(email, keyHash))
  for (const key of [email, ...ofDevices]) await rateLimit.clear({ kind: 'sign-in', key })
}

/** Account of the link; wrong links count as guesses. */
function findLinkAccount({ db, clock, rateLimit }: IdentityContext, token: string, ip: string): Promise<AccountRow> {
  const buckets = guessBuckets('reset', { account: null, knownDevice: null, ip })
  return rateLimit.attempt(buckets, 'identity.too_many_attempts', async (tries) => {
    const link = await findLink(db, token, 'password_reset', clock.now())
    const account = link && (await findAccount(db, link.accountId))
    if (!account || account.state === ACCOUNT_STATE.closed) refuse('identity.reset_expired')
    await tries.uncount()
    return account
  })
}
