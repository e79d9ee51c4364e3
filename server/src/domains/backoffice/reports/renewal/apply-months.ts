/**
 * Due dates of renewals, stored in the row of each person so that lists read an index (ADM-01). A change of the configured months is
 * applied to people in batches: rows already updated stay so when a process dies.
 */
import { sql } from 'kysely'
import { type Connection, inTransaction } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/module.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'

export interface RenewalMonths {
  readonly version: number
  readonly lowMonths: number
  readonly mediumMonths: number
  readonly highMonths: number
  readonly pepMonths: number
}
/** Months in force at a moment: the configuration's, supplied by the composition root. */
export type RenewalMonthsAt = (connection: Connection, at: Date) => Promise<RenewalMonths>

type Parts = Pick<Platform, 'db' | 'clock' | 'jobs'>
const LOOK_EVERY_MS = 60_000
const PEOPLE_AT_ONCE = 5_000

export function scheduleRenewal(parts: Parts, monthsAt: RenewalMonthsAt): void {
  parts.jobs.schedule({ name: 'reports.renewal', everyMs: LOOK_EVERY_MS, run: () => applyMonths(parts, monthsAt) })
}

export async function applyMonths({ db, clock }: Pick<Parts, 'db' | 'clock'>, monthsAt: RenewalMonthsAt): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { version, lowMonths, mediumMonths, highMonths, pepMonths } = await monthsAt(tx, clock.now())
    await sql`UPDATE reports.renewal SET version = ${version}, low_months = ${lowMonths}, medium_months = ${mediumMonths},
      high_months = ${highMonths}, pep_months = ${pepMonths}, applied_at = NULL WHERE version <> ${version}`.execute(tx)
  })
  const open = await sql`SELECT 1 FROM reports.renewal WHERE applied_at IS NULL`.execute(db)
  if (open.rows.length === 0) return
  while ((await reachSome(db)) > 0) failpoint('reports.renewal_reached_some')
  await sql`UPDATE reports.renewal SET applied_at = ${clock.now()}`.execute(db)
}

/** The trigger of the row computes its day. Returns the number of updated rows. */
async function reachSome(connection: Connection): Promise<number> {
  const reached = await sql`UPDATE reports.person SET renew_at = NULL WHERE account_id IN (
      SELECT account_id FROM reports.person, reports.renewal
      WHERE renew_at IS DISTINCT FROM reports.renewal_of(person, renewal) ORDER BY account_id LIMIT ${PEOPLE_AT_ONCE} FOR UPDATE OF person)
    RETURNING 1`.execute(connection)
  return reached.rows.length
}
