/** Metrics for alerts: the hot wallet outside its band, and movements that do not end. Each has its rules beside it. */
import { sql } from 'kysely'
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import type { TreasuryContext } from './context.ts'

const MEASURES = declareMeasures('treasury', {
  above: {
    help: 'Assets of the hot wallet above the band around their target',
    rules: [
      {
        alert: 'HotWalletAboveBand',
        when: '> 0',
        for: '1h',
        severity: 'ticket',
        summary: '{{ $value }} assets of the hot wallet are above their band for an hour',
      },
    ],
  },
  below: {
    help: 'Assets of the hot wallet below the band around their target',
    rules: [
      {
        alert: 'HotWalletBelowBand',
        when: '> 0',
        for: '1h',
        severity: 'ticket',
        summary: '{{ $value }} assets of the hot wallet are below their band for an hour',
      },
    ],
  },
  overdue_sweeps: {
    help: 'Sweeps to the cold wallet without an end for an hour',
    rules: [
      {
        alert: 'ColdSweepOverdue',
        when: '> 0',
        severity: 'ticket',
        summary: '{{ $value }} sweeps to the cold wallet did not end within an hour',
      },
    ],
  },
  oldest_refill_age_seconds: {
    help: 'Age of the oldest refill that has not arrived',
    rules: [{ alert: 'RefillOld', when: '> 86400', severity: 'ticket', summary: 'A refill from the cold wallet was not made for a day' }],
  },
  unasked_arrivals: {
    help: 'Arrivals of 24 hours from the cold wallet without a request of two officers',
    rules: [
      {
        alert: 'ColdWalletUsedAlone',
        when: '> 0',
        severity: 'page',
        summary: '{{ $value }} transfers came from the cold wallet without a request',
      },
    ],
  },
})

const HOUR_MS = 3_600_000

export const treasuryMetrics = ({ db, clock }: Pick<TreasuryContext, 'db' | 'clock'>): Gauges => ({
  measures: MEASURES,
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
