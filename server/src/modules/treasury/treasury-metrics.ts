/** Metrics for alerts: the hot wallet outside its band, and movements that do not end. docs/operations.md defines when each is red. */
import { sql } from 'kysely'
import type { Gauges } from '../../platform/gauges.ts'
import type { TreasuryContext } from './context.ts'

const HOUR_MS = 3_600_000

export const treasuryMetrics = ({ db, clock }: Pick<TreasuryContext, 'db' | 'clock'>): Gauges => ({
  name: 'treasury',
  help: 'Assets of the hot wallet above or below the band around its target, sweeps without an end for over an hour, the age of the oldest refill that has not arrived, and arrivals of a day that nobody asked for',
  async read() {
    const now = clock.now()
    const sides = await sql<{ above: number; below: number }>`SELECT count(*) FILTER (WHERE side = 'above')::int AS above,
      count(*) FILTER (WHERE side = 'below')::int AS below FROM treasury.watch`.execute(db)
    const open = await sql<{ overdue: number; oldest: Date | null }>`SELECT
      count(*) FILTER (WHERE kind = 'sweep' AND created_at < ${new Date(now.getTime() - HOUR_MS)})::int AS overdue,
      min(created_at) FILTER (WHERE kind = 'refill') AS oldest FROM treasury.movement WHERE ended_at IS NULL`.execute(db)
    const unasked = await sql<{ count: number }>`SELECT count(*)::int AS count FROM treasury.arrival
      WHERE movement_id IS NULL AND seen_at > ${new Date(now.getTime() - 24 * HOUR_MS)}`.execute(db)
    const oldest = open.rows[0]?.oldest
    return {
      above: sides.rows[0]?.above ?? 0,
      below: sides.rows[0]?.below ?? 0,
      overdue_sweeps: open.rows[0]?.overdue ?? 0,
      oldest_refill_age_seconds: oldest ? Math.round((now.getTime() - oldest.getTime()) / 1_000) : 0,
      unasked_arrivals: unasked.rows[0]?.count ?? 0,
    }
  },
})
