/** At most so many tries in a sliding window, counted in the database so that every process counts together (R10). */
import type { ErrorCode } from '@tunjo/contract/errors'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { sha256 } from './ids.ts'
import type { Schedule } from './jobs.ts'
import { refuse } from './refusal.ts'

const HOUR_MS = 60 * 60_000
/** No window is longer. */
const KEPT_MS = 24 * HOUR_MS

/** `tries` within `windowMs`. */
export interface Allowance {
  tries: number
  windowMs: number
}
/** `key` is hashed: the table holds no e-mail address. */
export interface Bucket {
  kind: string
  key: string
  allowance: Allowance
}
export interface Throttle {
  /** Counts one try in every bucket, or refuses with `code`. Before the work, so that parallel tries cannot pass together. */
  take(buckets: readonly Bucket[], code: ErrorCode): Promise<Tries>
  /** Forgets the tries of a bucket: what was guessed at is no more. */
  clear(bucket: Pick<Bucket, 'kind' | 'key'>): Promise<void>
}
export interface Tries {
  /** The try was rightful and does not count. Only this one is given back, never those of a guesser. */
  giveBack(): Promise<void>
}

const bucketId = ({ kind, key }: Pick<Bucket, 'kind' | 'key'>) => `${kind}:${sha256(key)}`

export function createThrottle({ db, clock }: { db: Database; clock: Clock }): Throttle {
  return {
    async clear(bucket) {
      await sql`DELETE FROM platform.throttle WHERE bucket = ${bucketId(bucket)}`.execute(db)
    },
    async take(buckets, code) {
      const now = clock.now()
      // One after the other: a network that is refused must not go on filling the bucket of somebody's account.
      for (const bucket of buckets) if (!(await count(db, bucket, now))) refuse(code)
      return {
        async giveBack() {
          await Promise.all(buckets.map((bucket) => uncount(db, bucket, now)))
        },
      }
    },
  }
}

async function count(db: Database, bucket: Bucket, now: Date): Promise<boolean> {
  const { tries, windowMs } = bucket.allowance
  const since = new Date(now.getTime() - windowMs)
  const counted = await sql`
    INSERT INTO platform.throttle (bucket, tries, last_at) VALUES (${bucketId(bucket)}, ARRAY[${now}::timestamptz], ${now})
    ON CONFLICT (bucket) DO UPDATE SET last_at = EXCLUDED.last_at,
      tries = ARRAY(SELECT try FROM unnest(throttle.tries) AS try WHERE try > ${since}) || EXCLUDED.tries
    WHERE (SELECT count(*) FROM unnest(throttle.tries) AS try WHERE try > ${since}) < ${tries} RETURNING 1`.execute(db)
  return counted.rows.length === 1
}

/** Takes out one entry only, though others may have come in the same millisecond. */
async function uncount(db: Database, bucket: Bucket, at: Date): Promise<void> {
  await sql`UPDATE platform.throttle SET
      tries = tries[:array_position(tries, ${at}::timestamptz) - 1] || tries[array_position(tries, ${at}::timestamptz) + 1:]
    WHERE bucket = ${bucketId(bucket)} AND array_position(tries, ${at}::timestamptz) IS NOT NULL`.execute(db)
}

/** Forgets buckets that no window reaches any more. */
export function forgetOldTries({ db, clock }: { db: Database; clock: Clock }): Schedule {
  return {
    name: 'platform.forget_old_tries',
    everyMs: HOUR_MS,
    async run() {
      await sql`DELETE FROM platform.throttle WHERE last_at < ${new Date(clock.now().getTime() - KEPT_MS)}`.execute(db)
    },
  }
}
