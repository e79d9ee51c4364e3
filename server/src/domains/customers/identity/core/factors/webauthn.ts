/** Server side of WebAuthn: the device must have verified its owner, and only our own page may have asked. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { PasskeyOptions } from '@tunjo/contract/identity'
import * as z from 'zod'
import { sha256 } from '../../../../../platform/database/ids.ts'
import type { PlatformSettings } from '../../../../../platform/process/config.ts'
import { PASSKEY_CHALLENGE_LIFE_MS } from '../rules.ts'
import type { PasskeyRow } from './passkey-store.ts'

type Site = Pick<PlatformSettings, 'publicUrl'>
type Known = { id: string; transports: string[] }
/** As received; the library checks every field. */
export type PasskeyAnswer = Record<string, unknown>
export interface Asked {
  options: PasskeyOptions
  challengeHash: string
}

const relyingParty = ({ publicUrl }: Site): string => new URL(publicUrl).hostname
const originOf = ({ publicUrl }: Site): string => new URL(publicUrl).origin
const asked = <O extends { challenge: string }>(options: O) => ({ options, challengeHash: sha256(options.challenge) })

export async function askForNewPasskey(site: Site, account: { id: string; email: string }, known: readonly Known[]) {
  const options = await generateRegistrationOptions({
    rpName: 'Tunjo',
    rpID: relyingParty(site),
    userName: account.email,
    userDisplayName: account.email,
    userID: new Uint8Array(Buffer.from(account.id)),
    timeout: PASSKEY_CHALLENGE_LIFE_MS,
    attestationType: 'none',
    excludeCredentials: [...known],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return asked({ ...options })
}

/** Without `known` the person chooses among all passkeys of our site: a sign-in without an e-mail. */
export async function askForPasskey(site: Site, known?: readonly Known[]): Promise<Asked> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(site),
    timeout: PASSKEY_CHALLENGE_LIFE_MS,
    userVerification: 'required',
    ...(known ? { allowCredentials: [...known] } : {}),
  })
  return asked({ ...options })
}

export interface NewPasskey {
  credentialId: string
  publicKey: Buffer
  signCounter: bigint
  transports: string[]
  backedUp: boolean
}

const PasskeyResponse = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
})
const RegistrationResponse = PasskeyResponse.extend({
  response: z.looseObject({ clientDataJSON: z.string(), attestationObject: z.string() }),
})
const AuthenticationResponse = PasskeyResponse.extend({
  response: z.looseObject({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
})

/** Null when the answer is not valid. */
export async function readNewPasskey(site: Site, answer: PasskeyAnswer, challengeHash: string): Promise<NewPasskey | null> {
  const verified = await orNull(() =>
    verifyRegistrationResponse({
      response: RegistrationResponse.parse(answer),
      expectedChallenge: (challenge) => sha256(challenge) === challengeHash,
      expectedOrigin: originOf(site),
      expectedRPID: relyingParty(site),
      requireUserVerification: true,
    }),
  )
  if (!verified?.verified) return null
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCounter: BigInt(credential.counter),
    transports: transportsOf(credential.transports),
    backedUp: credentialBackedUp,
  }
}

/** Null when the answer is not valid. A counter that does not grow shows a copied passkey, and the library refuses it. */
export async function readPasskeyUse(
  site: Site,
  answer: PasskeyAnswer,
  challengeHash: string,
  { credentialId, publicKey, signCounter }: PasskeyRow,
): Promise<{ signCounter: bigint; backedUp: boolean } | null> {
  const verified = await orNull(() =>
    verifyAuthenticationResponse({
      response: AuthenticationResponse.parse(answer),
      expectedChallenge: (challenge) => sha256(challenge) === challengeHash,
      expectedOrigin: originOf(site),
      expectedRPID: relyingParty(site),
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: Number(signCounter) },
    }),
  )
  if (!verified?.verified) return null
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  return { signCounter: BigInt(newCounter), backedUp: credentialBackedUp }
}

const TRANSPORTS_MAX = 8
/** Hints of the browser; the server only returns them. */
const transportsOf = (given: unknown): string[] =>
  Array.isArray(given) ? given.filter((item): item is string => typeof item === 'string' && item.length <= 20).slice(0, TRANSPORTS_MAX) : []

/** Any fault of an answer is thrown, by its schema or by the library; the reason is not used. */
async function orNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify()
  } catch {
    return null
  }
}
