/** Rate limit: a maximum of tries in a sliding window, counted in the database so that all processes count together (R10). */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ErrorCode } from '@tunjo/contract/errors'
import type { Database } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import type { Schedule } from '../jobs/jobs.ts'
import type { Clock } from '../time/clock.ts'
import {
  type Bucket,
  type BucketName,
  bucketId,
  countTry,
  deleteBucket,
  deleteBucketsBefore,
  mayGetRoom,
  secondsUntilRoom,
  settleTry,
  uncountTry,
} from './rate-limit-store.ts'

export type { Allowance, Bucket } from './rate-limit-store.ts'

const HOUR_MS = 60 * 60_000
/** Longest window of all buckets. */
const KEPT_MS = 24 * HOUR_MS
/** Longest wait for the outcome of earlier tries; longer than a password check takes on a busy machine. */
const WAIT_MAX_MS = 5_000
const LOOK_AGAIN_MS = 40
/** Callers that wait at one bucket in one process. Further ones are refused immediately. */
const WAITING_MAX = 100
/** `Retry-After` of a refusal although there may be room soon. */
const BUSY_SECONDS = 5

export interface RateLimit {
  /** Counts one use in every bucket, or refuses with `code`. */
  take(buckets: readonly Bucket[], code: ErrorCode): Promise<void>
  /** Counts one use where there is room; returns false, and counts nothing, where there is none. For work that continues without it. */
  tryTake(bucket: Bucket): Promise<boolean>
  /**
   * Counts one try in every bucket before `work` checks it, so that parallel tries cannot pass together, or refuses with `code`. Where room
   * depends on tries in progress, it waits for them: legitimate callers at the same instant all pass.
   */
  attempt<T>(buckets: readonly Bucket[], code: ErrorCode, work: (tries: Tries) => Promise<T>): Promise<T>
  /** Clears the tries of a bucket: the guessed secret no longer exists. */
  clear(bucket: BucketName): Promise<void>
}
export interface Tries {
  /** The try was legitimate and does not count. Only this one is returned, never those of a guesser. */
  uncount(): Promise<void>
}

interface RateLimitContext {
  readonly db: Database
  readonly clock: Clock
  /** Lets a test see which calls wait. */
  readonly pause?: (milliseconds: number) => Promise<unknown>
}

export function createRateLimit({ db, clock, pause = sleep }: RateLimitContext): RateLimit {
  const inLine = createKeyedQueue()

  /** Time at which it was counted; null when there is no room and none will come. */
  async function enter(bucket: Bucket): Promise<Date | null> {
    const deadlineMs = performance.now() + WAIT_MAX_MS
    return inLine(bucketId(bucket), async () => {
      for (;;) {
        const now = clock.now()
        if (await countTry(db, bucket, now, { isInFlight: true })) return now
        if (performance.now() > deadlineMs || !(await mayGetRoom(db, bucket, now))) return null
        await pause(LOOK_AGAIN_MS)
      }
    })
  }

  /** Every refusal has the time of the next room (`Retry-After`). */
  async function refuseFor(bucket: Bucket, code: ErrorCode): Promise<never> {
    refuse(code, { retryAfterSeconds: (await secondsUntilRoom(db, bucket, clock.now())) ?? BUSY_SECONDS })
  }

  return {
    clear: (bucket) => deleteBucket(db, bucket),
    tryTake: (bucket) => countTry(db, bucket, clock.now(), { isInFlight: false }),
    async take(buckets, code) {
      // One after the other: a network that is refused must not fill the bucket of an account any further.
      for (const bucket of buckets) if (!(await countTry(db, bucket, clock.now(), { isInFlight: false }))) await refuseFor(bucket, code)
    },
    async attempt(buckets, code, work) {
      const counted: { bucket: Bucket; at: Date }[] = []
      const uncount = async () => {
        await Promise.all(counted.splice(0).map(({ bucket, at }) => uncountTry(db, bucket, at)))
      }
      try {
        for (const bucket of buckets) {
          const at = await enter(bucket)
          if (!at) {
            // The try is not checked: what the other buckets counted is returned.
            await uncount()
            return await refuseFor(bucket, code)
          }
          counted.push({ bucket, at })
        }
        return await work({ uncount })
      } finally {
        await Promise.all(counted.map(({ bucket, at }) => settleTry(db, bucket, at)))
      }
    },
  }
}

/** Queue per bucket: of many callers that wait in this process one queries the database. Null when too many wait. */
function createKeyedQueue() {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>()
  return async <T>(name: string, act: () => Promise<T>): Promise<T | null> => {
    const line = lines.get(name) ?? { last: Promise.resolve(), length: 0 }
    if (line.length >= WAITING_MAX) return null
    lines.set(name, line)
    line.length += 1
    const turn = line.last.then(act)
    line.last = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      line.length -= 1
      if (line.length === 0) lines.delete(name)
    }
  }
}

/** Delete buckets whose window has passed. */
export function scheduleTryCleanup({ db, clock }: { db: Database; clock: Clock }): Schedule {
  return {
    name: 'platform.forget_old_tries',
    everyMs: HOUR_MS,
    run: () => deleteBucketsBefore(db, new Date(clock.now().getTime() - KEPT_MS)),
  }
}
