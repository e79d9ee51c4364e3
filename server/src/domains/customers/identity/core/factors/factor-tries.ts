/** Guesses at a person's factors count together, in every flow (R10). */
import type { Tries } from '../../../../../platform/rate-limit/rate-limit.ts'
import type { IdentityContext } from '../context.ts'
import { findKnownDevice } from '../devices/device-store.ts'
import { guessBuckets } from '../rate-limits.ts'

export interface FactorGuesser {
  accountId: string
  /** Key of the browser's device cookie; null when it has none. */
  deviceKey: string | null
  /** Null inside a session: the tries of other people do not block it. */
  ip: string | null
}

export async function tryFactor<T>(
  { db, rateLimit }: Pick<IdentityContext, 'db' | 'rateLimit'>,
  { accountId, deviceKey, ip }: FactorGuesser,
  work: (tries: Tries) => Promise<T>,
): Promise<T> {
  const knownDevice = await findKnownDevice(db, { accountId }, deviceKey)
  return rateLimit.attempt(guessBuckets('factor', { account: accountId, knownDevice, ip }), 'identity.too_many_attempts', work)
}
