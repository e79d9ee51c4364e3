/**
 * E-mail and password → a new session, or the question for the second factor (ID-02, ID-10). The reason of a refusal is disclosed only to a
 * caller who knows the password.
 */
import type { SecondFactorAsked } from '@tunjo/contract/identity'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Tries } from '../../../../platform/rate-limit/rate-limit.ts'
import { type AccountRow, findAccountByEmail, findClosedByEmail } from '../core/account-store.ts'
import { findPasswordOfSignUp } from '../core/activation-store.ts'
import { isPersonBlocked } from '../core/blocklist-check.ts'
import type { IdentityContext } from '../core/context.ts'
import { findKnownDevice } from '../core/devices/device-store.ts'
import { countFactors, findOwnFactors } from '../core/factors/factor-store.ts'
import { verifyPassword } from '../core/passwords.ts'
import { guessBuckets } from '../core/rate-limits.ts'
import { normalizeEmail } from '../core/rules.ts'
import { checkMayEnter } from '../core/sessions/may-enter.ts'
import { openSession, type SignedIn, type SignInContext } from '../core/sessions/open-session.ts'
import { recordFailure, recordingRefusal } from '../core/sessions/sign-in-history.ts'
import { askSecondFactor } from './second-factor.ts'

export interface SignIn extends Omit<SignInContext, 'accountId'> {
  email: string
  password: string
}

export async function signIn(
  context: IdentityContext,
  { email: typed, password, ...attempt }: SignIn,
): Promise<SignedIn | SecondFactorAsked> {
  const email = normalizeEmail(typed) ?? typed
  const knownDevice = await findKnownDevice(context.db, { email }, attempt.deviceKey)
  const buckets = guessBuckets('sign-in', { account: email, knownDevice, ip: attempt.ip })
  const { account, passwordProvedAt } = await context.rateLimit.attempt(buckets, 'identity.too_many_attempts', (tries) =>
    provePassword(context, { email, password, attempt }, tries),
  )
  await recordingRefusal(context, { ...attempt, accountId: account.id }, async () => checkMayEnter(account))
  const own = await findOwnFactors(context.db, account.id)
  if (countFactors(own) > 0) return { secondFactor: await askSecondFactor(context, account.id, own, { ...attempt, passwordProvedAt }) }
  return openSession(context, { accountId: account.id, ...attempt, passwordProvedAt })
}

/**
 * A sign-up with the address of a closed account proves nothing until it is activated: until then the owner of the closed account still
 * gets the answer that it is closed. Both are read for every address.
 */
async function findEntrant({ db }: Pick<IdentityContext, 'db'>, email: string): Promise<AccountRow | undefined> {
  const [open, closed] = await Promise.all([findAccountByEmail(db, email), findClosedByEmail(db, email)])
  return open?.activatedAt ? open : (closed ?? open)
}

interface Proving {
  email: string
  password: string
  attempt: Pick<SignInContext, 'ip' | 'userAgent'>
}

async function provePassword(context: IdentityContext, { email, password, attempt }: Proving, tries: Tries) {
  const passwordProvedAt = context.clock.now()
  const [account, waitingHash] = await Promise.all([findEntrant(context, email), findPasswordOfSignUp(context.db, email)])
  // Together, so that a waiting sign-up costs the same time with and without an earlier account.
  const [isPasswordRight, isWaiting] = await Promise.all([
    verifyPassword(account?.passwordHash ?? null, password),
    waitingHash !== null && verifyPassword(waitingHash, password),
  ])
  // A blocked person is refused and counted like a guesser.
  const isRight = account !== undefined && isPasswordRight && !(await isPersonBlocked(context, account, attempt.ip))
  if (isRight || isWaiting) await tries.uncount()
  if (!account || !isRight) {
    // The same work for an e-mail without an account.
    await recordFailure(context, {
      ip: attempt.ip,
      userAgent: attempt.userAgent,
      accountId: account?.id ?? newId(),
      result: 'wrong_password',
    })
    // A person who signs up with another person's e-mail and then tries to sign in must not learn that it has an account.
    refuse(isWaiting ? 'identity.not_activated' : 'identity.wrong_credentials')
  }
  return { account, passwordProvedAt }
}
