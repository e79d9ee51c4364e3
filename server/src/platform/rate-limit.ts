/** Rate limit: at most so many tries in a sliding window, counted in the database so that every process counts together (R10). */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ErrorCode } from '@tunjo/contract/errors'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Schedule } from './jobs.ts'
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
import { refuse } from './refusal.ts'

export type { Allowance, Bucket } from './rate-limit-store.ts'

const HOUR_MS = 60 * 60_000
/** No window is longer. */
const KEPT_MS = 24 * HOUR_MS
/** For the outcome of the tries before; longer than a password takes on a busy machine. */
const WAIT_MAX_MS = 5_000
const LOOK_AGAIN_MS = 40
/** Who waits at one bucket in one process. Whoever comes then is refused at once. */
const WAITING_MAX = 100
/** For whoever is refused although there may be room soon. */
const BUSY_SECONDS = 5

export interface RateLimit {
  /** Counts one use in every bucket, or refuses with `code`. */
  take(buckets: readonly Bucket[], code: ErrorCode): Promise<void>
  /** Counts one use where there is room; false, and nothing counted, where there is none. For what goes on without. */
  tryTake(bucket: Bucket): Promise<boolean>
  /**
   * Counts one try in every bucket before `work` looks whether it is right, so that parallel tries cannot pass together, or refuses with
   * `code`. Where room depends on tries that are still looked at, it waits for them: people who are all right at the same instant all pass.
   */
  attempt<T>(buckets: readonly Bucket[], code: ErrorCode, work: (tries: Tries) => Promise<T>): Promise<T>
  /** Forgets the tries of a bucket: what was guessed at is no more. */
  clear(bucket: BucketName): Promise<void>
}
export interface Tries {
  /** The try was rightful and does not count. Only this one is given back, never those of a guesser. */
  uncount(): Promise<void>
}

interface RateLimitContext {
  readonly db: Database
  readonly clock: Clock
  /** A test sees by it who waits. */
  readonly pause?: (milliseconds: number) => Promise<unknown>
}

export function createRateLimit({ db, clock, pause = sleep }: RateLimitContext): RateLimit {
  const inLine = createKeyedQueue()

  /** When it was counted; null when there is no room and none will come. */
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

  /** Every refusal says when there is room again (`Retry-After`). */
  async function refuseFor(bucket: Bucket, code: ErrorCode): Promise<never> {
    refuse(code, { retryAfterSeconds: (await secondsUntilRoom(db, bucket, clock.now())) ?? BUSY_SECONDS })
  }

  return {
    clear: (bucket) => deleteBucket(db, bucket),
    tryTake: (bucket) => countTry(db, bucket, clock.now(), { isInFlight: false }),
    async take(buckets, code) {
      // One after the other: a network that is refused must not go on filling the bucket of somebody's account.
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
            // Nothing is looked at: what the other buckets counted takes no room there.
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

/** One after the other per bucket, so that of many who wait in this process one asks the database. Null when too many wait. */
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

/** Forgets buckets that no window reaches any more. */
export function forgetOldTries({ db, clock }: { db: Database; clock: Clock }): Schedule {
  return {
    name: 'platform.forget_old_tries',
    everyMs: HOUR_MS,
    run: () => deleteBucketsBefore(db, new Date(clock.now().getTime() - KEPT_MS)),
  }
}
