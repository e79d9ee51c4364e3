/**
 * E-mail and password → a new session, or the question for the second factor (ID-02, ID-10). What is wrong is told only to whoever knows the password.
 */
import type { SecondFactorAsked } from '@tunjo/contract/identity'
import { networkOf } from '../../platform/http/network.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { findAccountByEmail } from './account-store.ts'
import type { IdentityContext } from './context.ts'
import { countFactors, findOwnFactors } from './factors/factor-store.ts'
import { checkMayEnter } from './may-enter.ts'
import { openSession, type SignedIn, type Visit } from './open-session.ts'
import { verifyPassword } from './passwords.ts'
import { normalizeEmail, SIGN_IN_ALLOWANCE } from './rules.ts'
import { askSecondFactor } from './second-factor.ts'
import { recordFailure, recordingRefusal } from './sign-in-history.ts'

export interface SignIn extends Omit<Visit, 'accountId'> {
  email: string
  password: string
}

export async function signIn(
  context: IdentityContext,
  { email: typed, password, ...visit }: SignIn,
): Promise<SignedIn | SecondFactorAsked> {
  const email = normalizeEmail(typed) ?? typed
  const tries = await context.throttle.take(
    [
      { kind: 'sign-in-network', key: networkOf(visit.ip), allowance: SIGN_IN_ALLOWANCE },
      { kind: 'sign-in', key: email, allowance: SIGN_IN_ALLOWANCE },
    ],
    'identity.too_many_attempts',
  )
  const passwordProvedAt = context.clock.now()
  const account = await findAccountByEmail(context.db, email)
  const isRight = await verifyPassword(account?.passwordHash ?? null, password)
  if (!account || !isRight) {
    // The same work for an e-mail without an account.
    await recordFailure(context, { ...visit, accountId: account?.id ?? newId(), result: 'wrong_password' })
    refuse('identity.wrong_credentials')
  }
  await tries.giveBack()
  await recordingRefusal(context, { ...visit, accountId: account.id }, async () => checkMayEnter(account))
  const own = await findOwnFactors(context.db, account.id)
  if (countFactors(own) > 0) return { secondFactor: await askSecondFactor(context, account.id, own, visit) }
  return openSession(context, { accountId: account.id, ...visit, passwordProvedAt })
}
