/** Second step of a sign-in (ID-10): the challenge of the right password and a proof → a session. */
import { randomBytes } from 'node:crypto'
import type { SecondFactorAsked } from '@tunjo/contract/identity'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { IdentityContext } from '../core/context.ts'
import { type FactorProof, isFactorRight } from '../core/factors/factor-proof.ts'
import { methodsOf, type OwnFactors } from '../core/factors/factor-store.ts'
import { tryFactor } from '../core/factors/factor-tries.ts'
import {
  type Browser,
  countChallengeTry,
  holderOf,
  insertLoginChallenge,
  isChallengeExhausted,
  markChallengeUsed,
} from '../core/factors/login-challenge-store.ts'
import { askForPasskey } from '../core/factors/webauthn.ts'
import { FACTOR_TRIES_MAX, LOGIN_CHALLENGE_LIFE_MS } from '../core/rules.ts'
import { openSession, type SignedIn, type SignInContext } from '../core/sessions/open-session.ts'
import { recordFailure } from '../core/sessions/sign-in-history.ts'

export async function askSecondFactor(
  { db, settings }: IdentityContext,
  accountId: string,
  own: OwnFactors,
  { passwordProvedAt, ...browser }: Browser & { passwordProvedAt: Date },
): Promise<SecondFactorAsked['secondFactor']> {
  const challenge = randomBytes(32).toString('base64url')
  const passkey = own.passkeys.length > 0 ? await askForPasskey(settings, own.passkeys) : null
  // Counted from the proof: a password that is changed during its comparison makes the challenge old.
  const expiresAt = new Date(passwordProvedAt.getTime() + LOGIN_CHALLENGE_LIFE_MS)
  await insertLoginChallenge(db, { ...holderOf(challenge, browser), accountId, challengeHash: passkey?.challengeHash ?? null, expiresAt })
  return { challenge, methods: methodsOf(own), passkey: passkey?.options ?? null }
}

export interface SecondStep extends Omit<SignInContext, 'accountId'> {
  challenge: string
  proof: FactorProof
}

export async function secondFactor(context: IdentityContext, { challenge, proof, ...attempt }: SecondStep): Promise<SignedIn> {
  const { db, clock } = context
  const holder = holderOf(challenge, attempt)
  const asked = await countChallengeTry(db, holder, { triesMax: FACTOR_TRIES_MAX, now: clock.now() })
  if (!asked)
    refuse((await isChallengeExhausted(db, holder, FACTOR_TRIES_MAX)) ? 'identity.too_many_attempts' : 'identity.second_factor_expired')
  const { accountId, expiresAt } = asked
  const passwordProvedAt = new Date(expiresAt.getTime() - LOGIN_CHALLENGE_LIFE_MS)
  await tryFactor(context, { accountId, deviceKey: attempt.deviceKey, ip: attempt.ip }, async (tries) => {
    const isRight = await inTransaction(db, async (tx) => {
      if (!(await isFactorRight(context, tx, asked, proof))) return false
      // A parallel step with another code came first.
      if (!(await markChallengeUsed(tx, holder.tokenHash, clock.now()))) refuse('identity.second_factor_expired')
      return true
    })
    if (!isRight) {
      await recordFailure(context, { accountId, ...attempt, result: 'wrong_factor' })
      refuse('identity.second_factor_wrong')
    }
    await tries.uncount()
  })
  return openSession(context, { accountId, ...attempt, passwordProvedAt, bySecondFactor: true })
}
