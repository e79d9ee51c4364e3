/** Metrics for alerts: token withdrawals that wait for an action. Each has its rules beside it. */
import { sql } from 'kysely'
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import type { CryptoContext } from './context.ts'
import { isPaused } from './withdrawals/pause-store.ts'

const MEASURES = declareMeasures('token_withdrawals', {
  in_review: { help: 'Token withdrawals that wait for two officers' },
  oldest_review_age_seconds: {
    help: 'Age of the oldest token withdrawal in review',
    rules: [
      {
        alert: 'TokenWithdrawalReviewOld',
        when: '> 86400',
        severity: 'ticket',
        summary: 'A token withdrawal has waited for two officers for a day',
      },
    ],
  },
  overdue: {
    help: 'Token withdrawals without an end for an hour that are not in review',
    rules: [
      {
        alert: 'TokenWithdrawalOverdue',
        when: '> 0',
        severity: 'page',
        summary: '{{ $value }} token withdrawals did not end within an hour',
      },
    ],
  },
  wait_for_tokens: {
    help: 'Token withdrawals that wait for tokens in the hot wallet',
    rules: [
      {
        alert: 'HotWalletShort',
        when: '> 0',
        for: '10m',
        severity: 'page',
        summary: '{{ $value }} token withdrawals wait for tokens in the hot wallet',
      },
    ],
  },
  undelivered: {
    help: 'Token withdrawals that the chain can never pay',
    rules: [
      {
        alert: 'TokenWithdrawalUndelivered',
        when: '> 0',
        severity: 'page',
        summary: '{{ $value }} settled token withdrawals were lost by the chain',
      },
    ],
  },
  paused: {
    help: '1 while token withdrawals are paused, else 0',
    rules: [
      {
        alert: 'TokenWithdrawalsPaused',
        when: '> 0',
        for: '24h',
        severity: 'ticket',
        summary: 'Token withdrawals have been paused for a day',
      },
    ],
  },
})

const HOUR_MS = 3_600_000

interface Row {
  readonly inReview: number
  readonly oldest: Date | null
  readonly overdue: number
  readonly waitForTokens: number
  readonly undelivered: number
}

export const withdrawalMetrics = ({ db, clock, ...sealed }: Pick<CryptoContext, 'db' | 'clock' | 'isNews' | 'log' | 'seals'>): Gauges => ({
  measures: MEASURES,
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
