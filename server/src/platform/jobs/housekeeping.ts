/**
 * Housekeeping: deletes finished jobs, old events and duplicates of calls that are no longer needed. Money and its history are never
 * touched.
 */
import { sql } from 'kysely'
import { EVENTS } from '../../events.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../time/clock.ts'
import type { Jobs } from './jobs.ts'

const HOUR_MS = 3_600_000
/** Retention of jobs and calls; the table of events has the retention of each type. */
const KEEP_DAYS = 14
const ROWS_AT_ONCE = 5_000
/** Two million rows an hour: more than are written in one. */
const ROUNDS_MAX = 400

export function scheduleHousekeeping({ db, clock, jobs }: { db: Database; clock: Clock; jobs: Jobs }): void {
  jobs.schedule({
    name: 'platform.housekeeping',
    everyMs: HOUR_MS,
    async run() {
      const before = new Date(clock.now().getTime() - KEEP_DAYS * 24 * HOUR_MS)
      const jobsOld = sql`DELETE FROM platform.job WHERE id IN (SELECT id FROM platform.job WHERE done_at < ${before} LIMIT ${ROWS_AT_ONCE})`
      await untilNoneIsLeft(() => jobsOld.execute(db))
      for (const [type, { keepDays }] of Object.entries(EVENTS)) await untilNoneIsLeft(() => purgeEvents(db, type, keepDays))
      await sql`DELETE FROM platform.recent_request WHERE at < ${before}`.execute(db)
    },
  })
}

/** Keeps events that a consumer still has to handle. Uses the clock of the database, which dates events. */
const purgeEvents = (db: Database, type: string, keepDays: number) =>
  sql`DELETE FROM platform.event WHERE id IN (SELECT id FROM platform.event WHERE type = ${type} AND at < now() - make_interval(days => ${keepDays})
    AND NOT EXISTS (SELECT 1 FROM platform.event_retry WHERE event_id = event.id) LIMIT ${ROWS_AT_ONCE})`.execute(db)

/** In small transactions, so that no job waits for a large one. */
async function untilNoneIsLeft(deleteSome: () => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round++) if ((await deleteSome()).numAffectedRows !== BigInt(ROWS_AT_ONCE)) return
}
