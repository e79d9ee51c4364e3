/**
 * E-mail and password → a new session (ID-02). What is wrong is told only to whoever knows the password.
 */
import { networkOf } from '../../platform/http/network.ts'
import { refuse } from '../../platform/refusal.ts'
import { findAccountByEmail } from './account-store.ts'
import type { IdentityContext } from './context.ts'
import { checkMayEnter } from './may-enter.ts'
import { openSession, type SignedIn } from './open-session.ts'
import { verifyPassword } from './passwords.ts'
import { normalizeEmail, SIGN_IN_ALLOWANCE } from './rules.ts'

export interface SignIn {
  email: string
  password: string
  ip: string
  userAgent: string
  /** The session of the same browser until now; it ends (R6). */
  replacedSessionId: string | null
}

export async function signIn(
  context: IdentityContext,
  { email: typed, password, ip, userAgent, replacedSessionId }: SignIn,
): Promise<SignedIn> {
  const email = normalizeEmail(typed) ?? typed
  const tries = await context.throttle.take(
    [
      { kind: 'sign-in-network', key: networkOf(ip), allowance: SIGN_IN_ALLOWANCE },
      { kind: 'sign-in', key: email, allowance: SIGN_IN_ALLOWANCE },
    ],
    'identity.too_many_attempts',
  )
  const account = await findAccountByEmail(context.db, email)
  const isRight = await verifyPassword(account?.passwordHash ?? null, password)
  if (!account || !isRight) refuse('identity.wrong_credentials')
  await tries.giveBack()
  checkMayEnter(account)
  return openSession(context, { accountId: account.id, ip, userAgent, replacedSessionId })
}
