/** SQL of jobs and of who works on them. */
import { sql } from 'kysely'
import type { Connection, Database } from '../database.ts'
import { newId } from '../ids.ts'
import type { EnqueueOptions } from './types.ts'

export interface JobRow {
  id: string
  name: string
  payload: unknown
  attempts: number
}
/** A job in the hands of one process: whoever has another token may change nothing of it. */
export interface Held {
  readonly id: string
  readonly token: string
}
/** Free places of the handlers that share a lane. */
export interface FreeLane {
  readonly names: readonly string[]
  readonly places: number
}

export async function insertJob(tx: Connection, { name, key, payload, runAt }: EnqueueOptions & { runAt: Date }): Promise<void> {
  await sql`INSERT INTO platform.job (id, name, key, payload, run_at)
    VALUES (${newId()}, ${name}, ${key}, ${JSON.stringify(payload)}, ${runAt})
    ON CONFLICT (name, key) DO NOTHING`.execute(tx)
}

/** Rows that somebody has locked are left out: a process that sleeps with a fence stops nobody. */
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
    RETURNING job.id, job.name, job.payload, job.attempts`.execute(db)
  return claimed.rows
}

/** False when the job is somebody else's. */
export async function renewLease(db: Database, { id, token }: Held, leaseMs: number): Promise<boolean> {
  const renewed = await sql`UPDATE platform.job SET lease_until = now() + make_interval(secs => ${leaseMs / 1000})
    WHERE id = ${id} AND lease_token = ${token} AND lease_until IS NOT NULL RETURNING 1`.execute(db)
  return renewed.rows.length > 0
}

/** False when the job is somebody else's; otherwise it stays this process's until the transaction ends. */
export async function lockHeld(tx: Connection, { id, token }: Held): Promise<boolean> {
  const locked = await sql`SELECT 1 FROM platform.job WHERE id = ${id} AND lease_token = ${token} FOR SHARE`.execute(tx)
  return locked.rows.length > 0
}

export async function finishJob(db: Database, { id, token }: Held, at: Date): Promise<void> {
  await sql`UPDATE platform.job SET done_at = ${at}, lease_until = NULL, last_error = NULL
    WHERE id = ${id} AND lease_token = ${token}`.execute(db)
}

export async function setAside(db: Database, { id, token }: Held, { at, error }: { at: Date; error: string }): Promise<void> {
  await sql`UPDATE platform.job SET dead_at = ${at}, lease_until = NULL, last_error = ${error}
    WHERE id = ${id} AND lease_token = ${token}`.execute(db)
}

export async function runLater(db: Database, { id, token }: Held, { runAt, error }: { runAt: Date; error: string | null }): Promise<void> {
  await sql`UPDATE platform.job SET run_at = ${runAt}, lease_until = NULL, last_error = ${error},
    attempts = CASE WHEN ${error === null} THEN 0 ELSE attempts END WHERE id = ${id} AND lease_token = ${token}`.execute(db)
}

/** True on one of the processes, when it is time. */
export async function takeTurn(db: Database, { name, everyMs }: { name: string; everyMs: number }): Promise<boolean> {
  const due = await sql`INSERT INTO platform.setting (name, value) VALUES (${`schedule:${name}`}, to_jsonb(now()))
    ON CONFLICT (name) DO UPDATE SET value = to_jsonb(now())
    WHERE (platform.setting.value #>> '{}')::timestamptz <= now() - make_interval(secs => ${everyMs / 1000}) RETURNING 1`.execute(db)
  return due.rows.length > 0
}

/** It came to its end. */
export async function noteDone(db: Database, name: string): Promise<void> {
  await sql`INSERT INTO platform.setting (name, value) VALUES (${`schedule-done:${name}`}, to_jsonb(now()))
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`.execute(db)
}

/** How many milliseconds ago each schedule last came to its end. */
export async function doneSchedules(db: Database): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ name: string; age: number }>`SELECT substr(name, length('schedule-done:') + 1) AS name,
      (extract(epoch FROM now() - (value #>> '{}')::timestamptz) * 1000)::float8 AS age
    FROM platform.setting WHERE name LIKE 'schedule-done:%'`.execute(db)
  return new Map(found.rows.map(({ name, age }) => [name, age]))
}
