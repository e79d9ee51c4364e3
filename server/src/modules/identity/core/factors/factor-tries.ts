/** Guesses at a person's factors count together, wherever they are made (R10). */
import type { Tries } from '../../../../platform/rate-limit.ts'
import type { IdentityContext } from '../context.ts'
import { findKnownDevice } from '../devices/device-store.ts'
import { guessBuckets } from '../rate-limits.ts'

export interface FactorGuesser {
  accountId: string
  /** Of the browser's cookie; null when it has none. */
  deviceKey: string | null
  /** Null inside a session: nobody else's tries stand in its way. */
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
