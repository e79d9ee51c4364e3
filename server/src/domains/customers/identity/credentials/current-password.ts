/**
 * Current password, asked for again in a session. Guesses are counted like those of a sign-in, so that a borrowed session cannot find it
 * out.
 */

import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { type AccountRow, findAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { findKnownDevice } from '../core/devices/device-store.ts'
import { verifyPassword } from '../core/passwords.ts'
import { guessBuckets } from '../core/rate-limits.ts'

export async function checkCurrentPassword(
  { db, rateLimit }: IdentityContext,
  { accountId }: Pick<Caller, 'accountId'>,
  password: string,
  deviceKey: string | null,
): Promise<AccountRow> {
  const knownDevice = await findKnownDevice(db, { accountId }, deviceKey)
  const buckets = guessBuckets('current-password', { account: accountId, knownDevice, ip: null })
  return rateLimit.attempt(buckets, 'identity.too_many_attempts', async (tries) => {
    const account = await findAccount(db, accountId)
    if (!account) refuse('identity.session_expired')
    if (!(await verifyPassword(account.passwordHash, password))) refuse('identity.current_password_wrong')
    await tries.uncount()
    return account
  })
}

/** Another change may have come between the check and the lock: the proof is then out of date. */
export function refuseIfPasswordChanged(proved: AccountRow, locked: AccountRow | undefined): asserts locked is AccountRow {
  if (!locked || locked.passwordHash !== proved.passwordHash) refuse('identity.current_password_wrong')
}
