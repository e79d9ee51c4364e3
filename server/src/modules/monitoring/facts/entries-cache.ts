/** Who entered from a network or browser, kept while a backtest looks at one customer of it after the other. */
import { LRUCache } from 'lru-cache'

/** When one customer entered, in microseconds as the database counts them, oldest first. */
export type Entries = readonly number[]

/** What was read of one network or browser. */
export interface EntriesOfKey {
  readonly since: number
  /** One list for each customer; null: too many entered from there. */
  readonly people: readonly Entries[] | null
}
/** By what it is and its key. Nobody enters in the past: what was read once stays true of periods that have ended. */
export type EntriesCache = LRUCache<string, EntriesOfKey>

/** Sign-ins in all lists together, some 60 MB. */
const CACHED_MAX = 4_000_000
export const createEntriesCache = (): EntriesCache =>
  new LRUCache({
    maxSize: CACHED_MAX,
    sizeCalculation: ({ people }) => 1 + (people ?? []).reduce((sum, { length }) => sum + length, 0),
  })
