/** Cache of sign-ins by network and browser, used while a backtest evaluates one customer after the other. */
import { LRUCache } from 'lru-cache'

/** Sign-in times of one customer, in microseconds as in the database, oldest first. */
export type Entries = readonly number[]

/** Sign-ins that were read for one network or browser. */
export interface EntriesOfKey {
  readonly since: number
  /** One list for each customer; null when too many signed in from there. */
  readonly people: readonly Entries[] | null
}
/** Keyed by type and id. No sign-in is added to the past, so what was read once stays valid for periods that have ended. */
export type EntriesCache = LRUCache<string, EntriesOfKey>

/** Sign-ins in all lists together, about 60 MB. */
const CACHED_MAX = 4_000_000
export const createEntriesCache = (): EntriesCache =>
  new LRUCache({
    maxSize: CACHED_MAX,
    sizeCalculation: ({ people }) => 1 + (people ?? []).reduce((sum, { length }) => sum + length, 0),
  })
