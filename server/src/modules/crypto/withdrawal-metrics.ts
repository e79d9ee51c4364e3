/** Metrics for alerts: token withdrawals that wait for an action. docs/operations.md defines when each is red. */
import { sql } from 'kysely'
import type { Gauges } from '../../platform/gauges.ts'
import type { CryptoContext } from './context.ts'
import { isPaused } from './withdrawals/pause-store.ts'

const HOUR_MS = 3_600_000

interface Row {
  readonly inReview: number
  readonly oldest: Date | null
  readonly overdue: number
  readonly waitForTokens: number
  readonly undelivered: number
}

export const withdrawalMetrics = ({ db, clock, ...sealed }: Pick<CryptoContext, 'db' | 'clock' | 'isNews' | 'log' | 'seals'>): Gauges => ({
  name: 'token_withdrawals',
  help: 'Token withdrawals in review and the age of the oldest, those that did not end in an hour or wait for tokens in the hot wallet, those that the chain can never pay, and whether all are paused',
  async read() {
    const now = clock.now()
    const hourAgo = new Date(now.getTime() - HOUR_MS)
    const open = await sql<Row>`SELECT
      count(*) FILTER (WHERE state = 'IN_REVIEW')::int AS "inReview",
      min(created_at) FILTER (WHERE state = 'IN_REVIEW') AS oldest,
      count(*) FILTER (WHERE state NOT IN ('IN_REVIEW', 'UNDELIVERED') AND try_at < ${hourAgo}
        OR state IN ('REQUESTED', 'APPROVED') AND delayed_since < ${hourAgo})::int AS overdue,
      count(*) FILTER (WHERE state IN ('REQUESTED', 'APPROVED') AND waiting = 'tokens')::int AS "waitForTokens",
      count(*) FILTER (WHERE state = 'UNDELIVERED')::int AS undelivered
      FROM crypto.withdrawal WHERE ended_at IS NULL`.execute(db)
    const [row] = open.rows
    const oldestMs = row?.oldest ? now.getTime() - row.oldest.getTime() : 0
    return {
      in_review: row?.inReview ?? 0,
      oldest_review_age_seconds: Math.round(oldestMs / 1_000),
      overdue: row?.overdue ?? 0,
      wait_for_tokens: row?.waitForTokens ?? 0,
      undelivered: row?.undelivered ?? 0,
      paused: (await isPaused(db, sealed)) ? 1 : 0,
    }
  },
})
