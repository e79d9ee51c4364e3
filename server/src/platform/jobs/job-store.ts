/** SQL of jobs and their leases. */
import { sql } from 'kysely'
import type { Connection, Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { currentTraceparent } from '../tracing/traced.ts'
import type { EnqueueOptions } from './types.ts'
import { announceWork } from './wakeups.ts'

export interface JobRow {
  id: string
  name: string
  payload: unknown
  attempts: number
  /** Position in the trace of the call that enqueued it. */
  traceparent: string | null
}
/** Job leased to one process: a process with another token may change nothing of it. */
export interface LeasedJob {
  readonly id: string
  readonly token: string
}
/** Free places of the handlers that share a lane. */
export interface FreeLane {
  readonly names: readonly string[]
  readonly places: number
}

export async function insertJob(tx: Connection, { name, key, payload, runAt }: EnqueueOptions & { runAt: Date }): Promise<void> {
  await sql`INSERT INTO platform.job (id, name, key, payload, run_at, traceparent)
    VALUES (${newId()}, ${name}, ${key}, ${JSON.stringify(payload)}, ${runAt}, ${currentTraceparent()})
    ON CONFLICT (name, key) DO NOTHING`.execute(tx)
  await announceWork(tx)
}

/** Rows locked by another transaction are skipped: a process that is suspended with a fence blocks no other. */
export async function claimJobs(
  db: Database,
  { lanes, leasesMs, token, now }: { lanes: readonly FreeLane[]; leasesMs: Readonly<Record<string, number>>; token: string; now: Date },
): Promise<JobRow[]> {
  if (lanes.length === 0) return []
  const claimed = await sql<JobRow>`
    WITH due AS MATERIALIZED (
      SELECT due.id FROM jsonb_to_recordset(${JSON.stringify(lanes)}::jsonb) AS lane (names text[], places int), LATERAL (
        SELECT id FROM platform.job
        WHERE done_at IS NULL AND dead_at IS NULL AND run_at <= ${now} AND (lease_until IS NULL OR lease_until < now()) AND name = ANY(lane.names)
        ORDER BY run_at LIMIT lane.places FOR UPDATE SKIP LOCKED) AS due)
    UPDATE platform.job SET lease_token = ${token}, attempts = attempts + 1,
      lease_until = now() + make_interval(secs => (${JSON.stringify(leasesMs)}::jsonb ->> name)::float8 / 1000)
    FROM due WHERE job.id = due.id
    RETURNING job.id, job.name, job.payload, job.attempts, job.traceparent`.execute(db)
  return claimed.rows
}

/** False when another process has the job. */
export async function renewLease(db: Database, { id, token }: LeasedJob, leaseMs: number): Promise<boolean> {
  const renewed = await sql`UPDATE platform.job SET lease_until = now() + make_interval(secs => ${leaseMs / 1000})
    WHERE id = ${id} AND lease_token = ${token} AND lease_until IS NOT NULL RETURNING 1`.execute(db)
  return renewed.rows.length > 0
}

/** False when another process has the job; otherwise it stays with this process until the transaction ends. */
export async function lockLeased(tx: Connection, { id, token }: LeasedJob): Promise<boolean> {
  const locked = await sql`SELECT 1 FROM platform.job WHERE id = ${id} AND lease_token = ${token} FOR SHARE`.execute(tx)
  return locked.rows.length > 0
}

export async function finishJob(db: Database, { id, token }: LeasedJob, at: Date): Promise<void> {
  await sql`UPDATE platform.job SET done_at = ${at}, lease_until = NULL, last_error = NULL
    WHERE id = ${id} AND lease_token = ${token}`.execute(db)
}

export async function markDead(db: Database, { id, token }: LeasedJob, { at, error }: { at: Date; error: string }): Promise<void> {
  await sql`UPDATE platform.job SET dead_at = ${at}, lease_until = NULL, last_error = ${error}
    WHERE id = ${id} AND lease_token = ${token}`.execute(db)
}

export async function runLater(
  db: Database,
  { id, token }: LeasedJob,
  { runAt, error }: { runAt: Date; error: string | null },
): Promise<void> {
  await sql`UPDATE platform.job SET run_at = ${runAt}, lease_until = NULL, last_error = ${error},
    attempts = CASE WHEN ${error === null} THEN 0 ELSE attempts END WHERE id = ${id} AND lease_token = ${token}`.execute(db)
}

/** Milliseconds until the first job that waits for its time is due, or null. */
export async function nextDueMs(db: Database, now: Date): Promise<number | null> {
  const found = await sql<{ next: Date | null }>`SELECT min(run_at) AS next FROM platform.job
    WHERE done_at IS NULL AND dead_at IS NULL AND run_at > ${now}`.execute(db)
  const next = found.rows[0]?.next
  return next ? next.getTime() - now.getTime() : null
}

/** Milliseconds until the next run of each schedule; 0 when this process has the run now, as one of all processes. */
export async function claimScheduleRuns(
  db: Database,
  schedules: readonly { readonly name: string; readonly everyMs: number }[],
): Promise<ReadonlyMap<string, number>> {
  // In the order of their names, so that two processes do not deadlock.
  const asked = JSON.stringify(schedules.map(({ name, everyMs }) => ({ name, secs: everyMs / 1000 })))
  const turns = await sql<{ name: string; next: number }>`
    WITH asked AS MATERIALIZED (
      SELECT name, 'schedule:' || name AS key, make_interval(secs => secs) AS every
      FROM jsonb_to_recordset(${asked}::jsonb) AS given (name text, secs float8)),
    turn AS (
      INSERT INTO platform.setting AS kept (name, value) SELECT key, to_jsonb(now()) FROM asked ORDER BY key
      ON CONFLICT (name) DO UPDATE SET value = to_jsonb(now())
        WHERE (kept.value #>> '{}')::timestamptz <= now() - (SELECT every FROM asked WHERE key = kept.name)
      RETURNING name)
    SELECT asked.name, CASE WHEN turn.name IS NULL
      THEN greatest(extract(epoch FROM (kept.value #>> '{}')::timestamptz + every - now()) * 1000, 1) ELSE 0 END::float8 AS next
    FROM asked LEFT JOIN turn ON turn.name = key LEFT JOIN platform.setting AS kept ON kept.name = key`.execute(db)
  return new Map(turns.rows.map(({ name, next }) => [name, next]))
}

/** Record a successful run. */
export async function recordScheduleSuccess(db: Database, name: string): Promise<void> {
  await sql`INSERT INTO platform.setting (name, value) VALUES (${`schedule-done:${name}`}, to_jsonb(now()))
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`.execute(db)
}

/** How many milliseconds ago each schedule last succeeded. */
export async function doneSchedules(db: Database): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ name: string; age: number }>`SELECT substr(name, length('schedule-done:') + 1) AS name,
      (extract(epoch FROM now() - (value #>> '{}')::timestamptz) * 1000)::float8 AS age
    FROM platform.setting WHERE name LIKE 'schedule-done:%'`.execute(db)
  return new Map(found.rows.map(({ name, age }) => [name, age]))
}
