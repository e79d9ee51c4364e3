/**
 * Rate limits of identity in one place (R10, R31): for guesses, and for requests that cost a mail or a row.
 *
 * Guesses are limited per person first. A known device has a separate bucket, so that outsiders and neighbours cannot lock its owner out;
 * all other browsers share the bucket of the account. Networks come last and are wide: thousands of customers of a mobile carrier share one
 * IPv4 address (carrier-grade NAT), and the network's limit is only for an attacker who tries many accounts.
 */
import { networkOf } from '../../../../platform/http/network.ts'
import type { Allowance, Bucket } from '../../../../platform/rate-limit/rate-limit.ts'
import { deviceTries } from './devices/device-store.ts'

const QUARTER_MS = 15 * 60_000
const HOUR_MS = 60 * 60_000

interface GuessLimit {
  /** Limit of one account, for all browsers that it does not know. */
  account: Allowance | null
  /** Limit of one account, for each device that it knows. */
  device: Allowance | null
  /** Limit of one network, for all browsers that the tried accounts do not know. Null inside a session, which belongs to one account. */
  network: Allowance | null
}
const PERSON: Allowance = { tries: 10, windowMs: QUARTER_MS }
const NETWORK: Allowance = { tries: 300, windowMs: QUARTER_MS }

/** A guess counts until it proves right. */
export const GUESS_LIMITS = {
  'sign-in': { account: PERSON, device: PERSON, network: NETWORK },
  /** Second step of a sign-in, approvals, the first code of an app: guesses at one person's factors count together. */
  factor: { account: PERSON, device: PERSON, network: NETWORK },
  passkey: { account: PERSON, device: PERSON, network: NETWORK },
  'current-password': { account: PERSON, device: PERSON, network: null },
  'activation-password': { account: PERSON, device: null, network: NETWORK },
  'activation-email': { account: PERSON, device: null, network: NETWORK },
  /** 256 random bits: the account is unknown before the guess is right. */
  reset: { account: null, device: null, network: NETWORK },
  appeal: { account: null, device: null, network: NETWORK },
  'link-check': { account: null, device: null, network: NETWORK },
} as const satisfies Record<string, GuessLimit>
export type Guess = keyof typeof GUESS_LIMITS

export interface Guesser {
  /** Id or e-mail; null when the guess names no account. */
  account: string | null
  /** Hash of the key of a device that the account knows. */
  knownDevice: string | null
  /** Null inside a session. */
  ip: string | null
}

/** The person's bucket before the network's: a refusal there uses no allowance of the neighbours. */
export function guessBuckets(guess: Guess, { account, knownDevice, ip }: Guesser): Bucket[] {
  const limit: GuessLimit = GUESS_LIMITS[guess]
  if (account !== null && knownDevice !== null && limit.device)
    return [{ kind: guess, key: deviceTries(account, knownDevice), allowance: limit.device }]
  const ofAccount = account !== null && limit.account ? [{ kind: guess, key: account, allowance: limit.account }] : []
  const ofNetwork = ip !== null && limit.network ? [{ kind: `${guess}-network`, key: networkOf(ip), allowance: limit.network }] : []
  return [...ofAccount, ...ofNetwork]
}

/** Every start writes a row. */
export const STEP_UP_ALLOWANCE: Allowance = { tries: 60, windowMs: QUARTER_MS }
export const CODE_MAIL_ALLOWANCE: Allowance = { tries: 10, windowMs: QUARTER_MS }
/** Protects an outsider's mailbox from flooding (R31). */
export const MAIL_ALLOWANCE: Allowance = { tries: 5, windowMs: HOUR_MS }
/** A sign-up costs a password hash, and every mail costs a person's attention. */
export const MAIL_NETWORK_ALLOWANCE: Allowance = { tries: 200, windowMs: QUARTER_MS }
