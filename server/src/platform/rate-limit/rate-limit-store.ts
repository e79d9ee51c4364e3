/** SQL of rate limits: times of tries per bucket, and which of them are still in progress. */
import { sql } from 'kysely'
import type { Connection, Database } from '../database/database.ts'
import { sha256 } from '../database/ids.ts'

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
export type BucketName = Pick<Bucket, 'kind' | 'key'>

/** After this a try in progress, of a process that died, counts as failed. */
const IN_FLIGHT_MAX_MS = 30_000

export const bucketId = ({ kind, key }: BucketName) => `${kind}:${sha256(key)}`

const within = (column: 'tries' | 'in_flight', since: Date) =>
  sql`ARRAY(SELECT try FROM unnest(rate_limit.${sql.ref(column)}) AS try WHERE try > ${since})`
/** Remove one entry only, though others may have come in the same millisecond. */
const without = (column: 'tries' | 'in_flight', at: Date) => {
  const entries = sql.ref(column)
  const position = sql`array_position(${entries}, ${at}::timestamptz)`
  return sql`coalesce(${entries}[:${position} - 1] || ${entries}[${position} + 1:], ${entries})`
}
const since = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** False when there is no room. */
export async function countTry(db: Database, bucket: Bucket, now: Date, { isInFlight }: { isInFlight: boolean }): Promise<boolean> {
  const { tries, windowMs } = bucket.allowance
  const inFlight = isInFlight ? sql`ARRAY[${now}::timestamptz]` : sql`'{}'::timestamptz[]`
  const counted = await sql`
    INSERT INTO platform.rate_limit (bucket, tries, in_flight, last_at) VALUES (${bucketId(bucket)}, ARRAY[${now}::timestamptz], ${inFlight}, ${now})
    ON CONFLICT (bucket) DO UPDATE SET last_at = EXCLUDED.last_at,
      tries = ${within('tries', since(now, windowMs))} || EXCLUDED.tries,
      in_flight = ${within('in_flight', since(now, IN_FLIGHT_MAX_MS))} || EXCLUDED.in_flight
    WHERE cardinality(${within('tries', since(now, windowMs))}) < ${tries} RETURNING 1`.execute(db)
  return counted.rows.length === 1
}

/** Seconds until the oldest counted use leaves the window, which makes room; null when there is room already. */
export async function secondsUntilRoom(
  db: Database,
  { allowance: { tries, windowMs }, ...name }: Bucket,
  now: Date,
): Promise<number | null> {
  const found = await sql<{ oldest: Date | null }>`SELECT CASE WHEN count(*) >= ${tries} THEN min(try) END AS oldest
    FROM platform.rate_limit, unnest(tries) AS try WHERE bucket = ${bucketId(name)} AND try > ${since(now, windowMs)}`.execute(db)
  const oldest = found.rows[0]?.oldest
  return oldest ? Math.max(1, Math.ceil((oldest.getTime() + windowMs - now.getTime()) / 1_000)) : null
}

/** Whether room may come: not every try that fills the bucket has an outcome yet. */
export async function mayGetRoom(db: Database, bucket: Bucket, now: Date): Promise<boolean> {
  const { tries, windowMs } = bucket.allowance
  const found = await sql<{ settled: number }>`SELECT cardinality(${within('tries', since(now, windowMs))})
      - cardinality(${within('in_flight', since(now, IN_FLIGHT_MAX_MS))}) AS settled
    FROM platform.rate_limit WHERE bucket = ${bucketId(bucket)}`.execute(db)
  return (found.rows[0]?.settled ?? 0) < tries
}

/** The try was legitimate: it no longer counts. */
export async function uncountTry(db: Database, bucket: BucketName, at: Date): Promise<void> {
  await sql`UPDATE platform.rate_limit SET tries = ${without('tries', at)}, in_flight = ${without('in_flight', at)}
    WHERE bucket = ${bucketId(bucket)}`.execute(db)
}

/** The try was not legitimate: it stays counted, and is not waited for any more. */
export async function settleTry(db: Database, bucket: BucketName, at: Date): Promise<void> {
  await sql`UPDATE platform.rate_limit SET in_flight = ${without('in_flight', at)} WHERE bucket = ${bucketId(bucket)}`.execute(db)
}

export async function deleteBucket(db: Database, bucket: BucketName): Promise<void> {
  await sql`DELETE FROM platform.rate_limit WHERE bucket = ${bucketId(bucket)}`.execute(db)
}

export async function deleteBucketsBefore(connection: Connection, before: Date): Promise<void> {
  await sql`DELETE FROM platform.rate_limit WHERE last_at < ${before}`.execute(connection)
}
