/** Sign-in by a passkey alone: possession of the device and its user verification are two factors. */
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { IdentityContext } from '../core/context.ts'
import { findKnownDevice } from '../core/devices/device-store.ts'
import { accountOfPasskey, insertChallenge, useChallenge } from '../core/factors/passkey-store.ts'
import { usePasskey } from '../core/factors/use-passkey.ts'
import { askForPasskey, type PasskeyAnswer } from '../core/factors/webauthn.ts'
import { guessBuckets } from '../core/rate-limits.ts'
import { PASSKEY_CHALLENGE_LIFE_MS } from '../core/rules.ts'
import { openSession, type SignedIn, type SignInContext } from '../core/sessions/open-session.ts'
import { recordFailure } from '../core/sessions/sign-in-history.ts'

export async function passkeyOptions({ db, clock, settings }: IdentityContext) {
  const { options, challengeHash } = await askForPasskey(settings)
  const id = newId()
  const expiresAt = new Date(clock.now().getTime() + PASSKEY_CHALLENGE_LIFE_MS)
  await insertChallenge(db, { id, purpose: 'sign_in', challengeHash, sessionId: null, expiresAt })
  return { challengeId: id, options }
}

export interface PasskeySignIn extends Omit<SignInContext, 'accountId'> {
  challengeId: string
  passkey: PasskeyAnswer
}

export async function signInByPasskey(context: IdentityContext, { challengeId, passkey, ...attempt }: PasskeySignIn): Promise<SignedIn> {
  const account = typeof passkey.id === 'string' ? ((await accountOfPasskey(context.db, passkey.id)) ?? null) : null
  const knownDevice = account && (await findKnownDevice(context.db, { accountId: account }, attempt.deviceKey))
  const buckets = guessBuckets('passkey', { account, knownDevice, ip: attempt.ip })
  const accountId = await context.rateLimit.attempt(buckets, 'identity.too_many_attempts', async (tries) => {
    const owner = await ownerOf(context, { challengeId, passkey, ...attempt })
    await tries.uncount()
    return owner
  })
  return openSession(context, { accountId, ...attempt, bySecondFactor: true })
}

async function ownerOf(context: IdentityContext, { challengeId, passkey, ...attempt }: PasskeySignIn): Promise<string> {
  const { db, clock } = context
  const challengeHash = await useChallenge(db, { id: challengeId, purpose: 'sign_in', sessionId: null }, clock.now())
  if (!challengeHash) refuse('identity.passkey_refused')
  const accountId = await inTransaction(db, (tx) => usePasskey(context, tx, { answer: passkey, challengeHash, accountId: null }))
  if (!accountId) {
    const owner = typeof passkey.id === 'string' ? await accountOfPasskey(db, passkey.id) : undefined
    if (owner) await recordFailure(context, { accountId: owner, ...attempt, result: 'wrong_factor' })
    refuse('identity.passkey_refused')
  }
  return accountId
}
