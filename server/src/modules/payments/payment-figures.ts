/** Numbers for alarms: pesos that wait for a decision, and payments that do not come to their end. docs/operations.md says when each is red. */
import { sql } from 'kysely'
import type { Figures } from '../../platform/figures.ts'
import type { PaymentsContext } from './context.ts'

export const paymentFigures = ({ db, clock }: Pick<PaymentsContext, 'db' | 'clock'>): Figures => ({
  name: 'payments',
  help: 'Deposits in review, and seconds that the oldest of them waits',
  async read() {
    const found = await sql<{ held: number; age: number }>`SELECT count(*)::int AS held,
      coalesce(extract(epoch FROM ${clock.now()}::timestamptz - min(since.at)), 0)::float8 AS age
      FROM payments.deposit JOIN LATERAL (SELECT max(at) AS at FROM payments.state_history
        WHERE subject_id = deposit.id::text AND to_state = 'IN_REVIEW') AS since ON true WHERE state = 'IN_REVIEW'`.execute(db)
    const { held = 0, age = 0 } = found.rows[0] ?? {}
    return { deposits_in_review: held, oldest_review_age_seconds: age }
  },
})
