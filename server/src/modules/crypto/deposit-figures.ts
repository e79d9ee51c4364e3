/** Numbers for alarms: how far the scanner is, and deposits that wait for somebody. docs/operations.md says when each is red. */
import { sql } from 'kysely'
import type { Figures } from '../../platform/figures.ts'
import type { CryptoContext } from './context.ts'

const HOUR_MS = 3_600_000

export const depositFigures = ({ db, clock }: Pick<CryptoContext, 'db' | 'clock'>): Figures => ({
  name: 'token_deposits',
  help: 'Seconds since the scanner read a block, deposits that are disputed, in review, or seen an hour ago and not credited, and sweeps that did not end in an hour',
  async read() {
    const hourAgo = new Date(clock.now().getTime() - HOUR_MS)
    // Before the first block it is as old as can be.
    const scanned = await sql<{ age: number }>`SELECT extract(epoch FROM now() - coalesce(
      (SELECT read_at FROM crypto.block ORDER BY number DESC LIMIT 1), 'epoch'))::float8 AS age`.execute(db)
    const waiting = await sql<{ disputed: number; in_review: number; overdue: number }>`SELECT
      count(*) FILTER (WHERE state = 'DISPUTED')::int AS disputed,
      count(*) FILTER (WHERE state = 'IN_REVIEW')::int AS in_review,
      count(*) FILTER (WHERE state = 'PENDING' AND created_at < ${hourAgo})::int AS overdue
      FROM crypto.deposit WHERE state IN ('PENDING', 'IN_REVIEW', 'DISPUTED')`.execute(db)
    const sweeps = await sql<{ open: number }>`SELECT count(*)::int AS open FROM crypto.sweep
      WHERE ended_at IS NULL AND created_at < ${hourAgo}`.execute(db)
    return { scanner_age_seconds: scanned.rows[0]?.age ?? 0, ...waiting.rows[0], sweeps_overdue: sweeps.rows[0]?.open ?? 0 }
  },
})
