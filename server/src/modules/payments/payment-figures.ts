/** Numbers for alarms: pesos that wait for a decision, and payments that do not come to their end. docs/operations.md says when each is red. */
import { sql } from 'kysely'
import type { Connection } from '../../platform/database.ts'
import type { Figures } from '../../platform/figures.ts'
import type { PaymentsContext } from './context.ts'

export const paymentFigures = ({ db, clock }: Pick<PaymentsContext, 'db' | 'clock'>): Figures => ({
  name: 'payments',
  help: 'Deposits and withdrawals in review, and seconds that the oldest of each waits',
  async read() {
    const waiting = (table: 'deposit' | 'withdrawal') => inReview(db, table, clock.now())
    const [deposits, withdrawals] = await Promise.all([waiting('deposit'), waiting('withdrawal')])
    return {
      deposits_in_review: deposits.held,
      oldest_review_age_seconds: deposits.age,
      withdrawals_in_review: withdrawals.held,
      oldest_withdrawal_review_age_seconds: withdrawals.age,
    }
  },
})

async function inReview(db: Connection, table: 'deposit' | 'withdrawal', now: Date): Promise<{ held: number; age: number }> {
  const found = await sql<{ held: number; age: number }>`SELECT count(*)::int AS held,
    coalesce(extract(epoch FROM ${now}::timestamptz - min(since.at)), 0)::float8 AS age
    FROM ${sql.table(`payments.${table}`)} AS movement JOIN LATERAL (SELECT max(at) AS at FROM payments.state_history
      WHERE subject_id = movement.id::text AND to_state = 'IN_REVIEW') AS since ON true WHERE state = 'IN_REVIEW'`.execute(db)
  return found.rows[0] ?? { held: 0, age: 0 }
}
