/**
 * E-mail and password → a new session, or the question for the second factor (ID-02, ID-10). What is wrong is told only to whoever knows the password.
 */
import type { SecondFactorAsked } from '@tunjo/contract/identity'
import { newId } from '../../../platform/ids.ts'
import type { Tries } from '../../../platform/rate-limit.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findAccountByEmail } from '../account-store.ts'
import type { IdentityContext } from '../context.ts'
import { findKnownDevice } from '../devices/device-store.ts'
import { countFactors, findOwnFactors } from '../factors/factor-store.ts'
import { verifyPassword } from '../passwords.ts'
import { guessBuckets } from '../rate-limits.ts'
import { normalizeEmail } from '../rules.ts'
import { openSession, type SignedIn, type SignInContext } from '../sessions/open-session.ts'
import { findPasswordOfSignUp } from '../sign-up/activation-store.ts'
import { checkMayEnter } from './may-enter.ts'
import { askSecondFactor } from './second-factor.ts'
import { recordFailure, recordingRefusal } from './sign-in-history.ts'

export interface SignIn extends Omit<SignInContext, 'accountId'> {
  email: string
  password: string
}

export async function signIn(
  context: IdentityContext,
  { email: typed, password, ...visit }: SignIn,
): Promise<SignedIn | SecondFactorAsked> {
  const email = normalizeEmail(typed) ?? typed
  const knownDevice = await findKnownDevice(context.db, { email }, visit.deviceKey)
  const buckets = guessBuckets('sign-in', { account: email, knownDevice, ip: visit.ip })
  const { account, passwordProvedAt } = await context.rateLimit.attempt(buckets, 'identity.too_many_attempts', (tries) =>
    provePassword(context, { email, password, visit }, tries),
  )
  await recordingRefusal(context, { ...visit, accountId: account.id }, async () => checkMayEnter(account))
  const own = await findOwnFactors(context.db, account.id)
  if (countFactors(own) > 0) return { secondFactor: await askSecondFactor(context, account.id, own, { ...visit, passwordProvedAt }) }
  return openSession(context, { accountId: account.id, ...visit, passwordProvedAt })
}

interface Proving {
  email: string
  password: string
  visit: Pick<SignInContext, 'ip' | 'userAgent'>
}

async function provePassword(context: IdentityContext, { email, password, visit }: Proving, tries: Tries) {
  const passwordProvedAt = context.clock.now()
  const [account, waitingHash] = await Promise.all([findAccountByEmail(context.db, email), findPasswordOfSignUp(context.db, email)])
  // Together, so that a sign-up that waits costs the same whether or not there was an account before.
  const [isRight, isWaiting] = await Promise.all([
    verifyPassword(account?.passwordHash ?? null, password),
    waitingHash !== null && verifyPassword(waitingHash, password),
  ])
  if (isRight || isWaiting) await tries.giveBack()
  if (!account || !isRight) {
    // The same work for an e-mail without an account.
    await recordFailure(context, { ip: visit.ip, userAgent: visit.userAgent, accountId: account?.id ?? newId(), result: 'wrong_password' })
    // Whoever signs up with a stranger's e-mail and then tries to enter must not learn that it has an account.
    refuse(isWaiting ? 'identity.not_activated' : 'identity.wrong_credentials')
  }
  return { account, passwordProvedAt }
}
