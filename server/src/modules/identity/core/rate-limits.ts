/**
 * Rate limits of identity in one place (R10, R31): how often may be guessed, and how often may be asked for what costs a mail or a row.
 *
 * Guesses are limited by person first. A device that the person knows has a bucket of its own, so that no stranger and no neighbour keeps
 * its owner out; every other browser shares the bucket of the account. Networks come last and are wide: thousands of customers of a mobile
 * carrier share one IPv4 address (carrier-grade NAT), and it is only whoever tries many accounts that the network's limit is for.
 */
import { networkOf } from '../../../platform/http/network.ts'
import type { Allowance, Bucket } from '../../../platform/rate-limit.ts'
import { deviceTries } from './devices/device-store.ts'

const QUARTER_MS = 15 * 60_000
const HOUR_MS = 60 * 60_000

interface GuessLimit {
  /** Of one account, by all browsers that it does not know. */
  account: Allowance | null
  /** Of one account, by each device that it knows. */
  device: Allowance | null
  /** By all browsers of one network that the accounts tried do not know. Null inside a session, which is an account's own. */
  network: Allowance | null
}
const PERSON: Allowance = { tries: 10, windowMs: QUARTER_MS }
const NETWORK: Allowance = { tries: 300, windowMs: QUARTER_MS }

/** A guess counts until it turns out right. */
export const GUESS_LIMITS = {
  'sign-in': { account: PERSON, device: PERSON, network: NETWORK },
  /** Second step of a sign-in, approvals, the first code of an app: guesses at one person's factors count together. */
  factor: { account: PERSON, device: PERSON, network: NETWORK },
  passkey: { account: PERSON, device: PERSON, network: NETWORK },
  'current-password': { account: PERSON, device: PERSON, network: null },
  'activation-password': { account: PERSON, device: null, network: NETWORK },
  'activation-email': { account: PERSON, device: null, network: NETWORK },
  /** 256 random bits: nobody's account is known before the guess is right. */
  reset: { account: null, device: null, network: NETWORK },
  appeal: { account: null, device: null, network: NETWORK },
  'link-check': { account: null, device: null, network: NETWORK },
} as const satisfies Record<string, GuessLimit>
export type Guess = keyof typeof GUESS_LIMITS

export interface Guesser {
  /** Id or e-mail; null when the guess names nobody. */
  account: string | null
  /** Hash of the key of a device that the account knows. */
  knownDevice: string | null
  /** Null inside a session. */
  ip: string | null
}

/** The person's bucket before the network's: who is refused there takes no room from the neighbours. */
export function guessBuckets(guess: Guess, { account, knownDevice, ip }: Guesser): Bucket[] {
  const limit: GuessLimit = GUESS_LIMITS[guess]
  if (account !== null && knownDevice !== null && limit.device)
    return [{ kind: guess, key: deviceTries(account, knownDevice), allowance: limit.device }]
  const ofAccount = account !== null && limit.account ? [{ kind: guess, key: account, allowance: limit.account }] : []
  const ofNetwork = ip !== null && limit.network ? [{ kind: `${guess}-network`, key: networkOf(ip), allowance: limit.network }] : []
  return [...ofAccount, ...ofNetwork]
}

/** Asking costs a row and a random number; a page that signs in asks without anybody's doing. */
export const PASSKEY_CHALLENGE_ALLOWANCE: Allowance = { tries: 600, windowMs: QUARTER_MS }
/** Every beginning writes a row. */
export const STEP_UP_ALLOWANCE: Allowance = { tries: 60, windowMs: QUARTER_MS }
export const CODE_MAIL_ALLOWANCE: Allowance = { tries: 10, windowMs: QUARTER_MS }
/** A stranger's mailbox is not flooded (R31). */
export const MAIL_ALLOWANCE: Allowance = { tries: 5, windowMs: HOUR_MS }
/** A sign-up costs us a password hash, every mail somebody's attention. */
export const MAIL_NETWORK_ALLOWANCE: Allowance = { tries: 200, windowMs: QUARTER_MS }
