/** Metrics for alerts: the scanner's lag, and deposits that wait for an action. docs/operations.md defines when each is red. */
import { sql } from 'kysely'
import type { Gauges } from '../../platform/gauges.ts'
import type { CryptoContext } from './context.ts'
import { newestDecision } from './deposits/decision-store.ts'
import { listListed } from './deposits/deposit-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LISTED_MAX = 100

export const depositMetrics = ({ db, clock, ...sealed }: Pick<CryptoContext, 'db' | 'clock' | 'isNews' | 'log' | 'seals'>): Gauges => ({
  name: 'token_deposits',
  help: 'Seconds since the scanner read a block, deposits that are disputed, in review, or seen an hour ago and not credited, sweeps that did not end in an hour, deposits from listed addresses that wait for officers, and those of a day credited without a list',
  async read() {
    const now = clock.now().getTime()
    const [hourAgo, dayAgo] = [new Date(now - HOUR_MS), new Date(now - DAY_MS)]
    // Before the first block its age is the maximum.
    const scanned = await sql<{ age: number }>`SELECT extract(epoch FROM now() - coalesce(
      (SELECT read_at FROM crypto.block ORDER BY number DESC LIMIT 1), 'epoch'))::float8 AS age`.execute(db)
    const waiting = await sql<{ disputed: number; inReview: number; overdue: number }>`SELECT
      count(*) FILTER (WHERE state = 'DISPUTED')::int AS disputed,
      count(*) FILTER (WHERE state = 'IN_REVIEW')::int AS "inReview",
      count(*) FILTER (WHERE state = 'PENDING' AND created_at < ${hourAgo})::int AS overdue
      FROM crypto.deposit WHERE state IN ('PENDING', 'IN_REVIEW', 'DISPUTED')`.execute(db)
    const sweeps = await sql<{ open: number }>`SELECT count(*)::int AS open FROM crypto.sweep
      WHERE ended_at IS NULL AND created_at < ${hourAgo}`.execute(db)
    const unscreened = await sql<{ count: number }>`SELECT count(*)::int AS count FROM crypto.deposit
      WHERE state = 'COMPLETED' AND sanctions = 'no_list' AND updated_at > ${dayAgo}`.execute(db)
    const held = await listListed(db, LISTED_MAX)
    const decisions = await Promise.all(held.map((deposit) => newestDecision(sealed, db, deposit)))
    const [{ disputed, inReview, overdue } = { disputed: 0, inReview: 0, overdue: 0 }] = waiting.rows
    return {
      scanner_age_seconds: scanned.rows[0]?.age ?? 0,
      disputed,
      in_review: inReview,
      overdue,
      sweeps_overdue: sweeps.rows[0]?.open ?? 0,
      listed: decisions.filter((decided) => decided === null).length,
      unscreened: unscreened.rows[0]?.count ?? 0,
    }
  },
})
