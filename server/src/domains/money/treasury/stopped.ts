/** Overdue movements between the hot and the cold wallet. */
import { sql } from 'kysely'
import { before, failedEventOf, type StuckSource, stuckSource } from '../../../platform/security/stopped-operations.ts'
import { operationIdOf } from '../blockchain/index.ts'
import { bookArrivals } from './book-arrivals.ts'
import type { TreasuryContext } from './context.ts'
import { followSweep } from './follow-sweep.ts'
import { sendSweeps } from './send-sweeps.ts'

const HOUR_MS = 3_600_000
const REFILL_LATE_MS = 24 * HOUR_MS

export const stoppedMovements = (context: TreasuryContext): StuckSource =>
  stuckSource(context.db, {
    kind: 'treasury_movement',
    late() {
      const now = context.clock.now()
      return sql`SELECT m.id, NULL::uuid AS "accountId", m.asset, m.amount, m.state,
          coalesce((SELECT max(at) FROM treasury.state_history h WHERE h.subject_id = m.id::text), m.created_at) AS since,
          CASE WHEN m.kind = 'refill' THEN 'cold_wallet' WHEN retry.last_error IS NOT NULL THEN 'event_failed' WHEN m.state = 'APPROVED' THEN 'hot_wallet'
            WHEN m.state = 'SIGNING' THEN 'signer' ELSE 'confirmations' END AS waits, retry.last_error AS "lastError", retry.run_at AS "nextTryAt"
        FROM treasury.movement m ${failedEventOf('treasury', sql`m.id`)}
        WHERE m.ended_at IS NULL AND m.created_at < CASE m.kind WHEN 'refill' THEN ${before(now, REFILL_LATE_MS)}::timestamptz
          ELSE ${before(now, HOUR_MS)} END`
    },
    open: (id) => sql`SELECT 1 FROM treasury.movement WHERE id = ${id} AND ended_at IS NULL`,
    async checkAgain(id) {
      await sendSweeps(context)
      await bookArrivals(context)
      await followSweep(context, { operationId: operationIdOf('treasury.sweep', id), kind: 'to_cold', ref: id, state: 'confirmed' })
    },
  })
