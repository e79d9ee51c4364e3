/** Numbers for alarms: token withdrawals that wait for somebody. docs/operations.md says when each is red. */
import { sql } from 'kysely'
import type { Figures } from '../../platform/figures.ts'
import type { CryptoContext } from './context.ts'
import { isPaused } from './withdrawals/pause-store.ts'

const HOUR_MS = 3_600_000

export const withdrawalFigures = ({ db, clock }: Pick<CryptoContext, 'db' | 'clock'>): Figures => ({
  name: 'token_withdrawals',
  help: 'Token withdrawals in review and the age of the oldest, those that did not end in an hour, and whether all are paused',
  async read() {
    const now = clock.now()
    const hourAgo = new Date(now.getTime() - HOUR_MS)
    const open = await sql<{ in_review: number; oldest: Date | null; overdue: number }>`SELECT
      count(*) FILTER (WHERE state = 'IN_REVIEW')::int AS in_review,
      min(created_at) FILTER (WHERE state = 'IN_REVIEW') AS oldest,
      count(*) FILTER (WHERE state <> 'IN_REVIEW' AND try_at < ${hourAgo})::int AS overdue
      FROM crypto.withdrawal WHERE ended_at IS NULL`.execute(db)
    const [row] = open.rows
    const oldestMs = row?.oldest ? now.getTime() - row.oldest.getTime() : 0
    return {
      in_review: row?.in_review ?? 0,
      oldest_review_age_seconds: Math.round(oldestMs / 1_000),
      overdue: row?.overdue ?? 0,
      paused: (await isPaused(db)) ? 1 : 0,
    }
  },
})
