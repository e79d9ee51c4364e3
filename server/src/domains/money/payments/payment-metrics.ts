/** Metrics for alerts: pesos that wait for a decision, and payments that do not complete. Each has its rules beside it. */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import type { PaymentsContext } from './context.ts'
import { listTakenBack } from './deposits/taken-back-store.ts'
import { unprovedRows } from './unproved-rows.ts'

const MEASURES = declareMeasures('payments', {
  deposits_in_review: { help: 'Deposits in pesos that wait for two officers' },
  oldest_review_age_seconds: {
    name: 'payments_oldest_deposit_review_age_seconds',
    help: 'Age of the oldest deposit in review',
    rules: [
      {
        alert: 'DepositReviewOld',
        when: '> 86400',
        severity: 'ticket',
        summary: 'A deposit in pesos has waited for two officers for a day',
      },
    ],
  },
  withdrawals_in_review: { help: 'Withdrawals in pesos that wait for officers' },
  oldest_withdrawal_review_age_seconds: {
    help: 'Age of the oldest withdrawal in review',
    rules: [
      {
        alert: 'WithdrawalReviewOld',
        when: '> 86400',
        severity: 'ticket',
        summary: 'A withdrawal in pesos has waited for officers for a day',
      },
    ],
  },
  statement_lines_open: { help: 'Lines of the statements of the bank without an owner' },
  oldest_statement_line_age_seconds: {
    help: 'Age of the oldest line of a statement without an owner',
    rules: [
      {
        alert: 'StatementLineOld',
        when: '> 86400',
        severity: 'ticket',
        summary: 'A line of the statement of the bank has had no owner for a day',
      },
    ],
  },
  refunds_due: { help: 'Transfers that two officers sent back and that no statement shows as paid' },
  oldest_refund_age_seconds: {
    help: 'Age of the oldest refund that no statement shows as paid',
    rules: [
      {
        alert: 'RefundUnpaid',
        when: '> 259200',
        severity: 'ticket',
        summary: 'A transfer that was sent back has not been paid for three days',
      },
    ],
  },
  unproved_rows: {
    help: 'Movements in flight that do not match their seal',
    rules: [
      { alert: 'PaymentsUnproved', when: '> 0', severity: 'page', summary: '{{ $value }} movements in pesos do not match their seal' },
    ],
  },
  taken_back: {
    help: 'Credited payments that the provider took back',
    rules: [{ alert: 'PaymentTakenBack', when: '> 0', severity: 'page', summary: 'The provider took back {{ $value }} credited payments' }],
  },
  provider_records_unread: { help: 'Ended movements whose record at the provider cannot be read' },
  oldest_unread_record_age_seconds: {
    help: 'Age of the oldest ended movement whose record cannot be read',
    rules: [
      {
        alert: 'ProviderRecordsUnread',
        when: '> 10800',
        severity: 'ticket',
        summary: 'Records of the provider have not been readable for three hours',
      },
    ],
  },
})

export const paymentMetrics = (context: Pick<PaymentsContext, 'db' | 'clock' | 'isNews' | 'log' | 'seals'>): Gauges => ({
  measures: MEASURES,
  async read() {
    const { clock, db } = context
    const waiting = (table: 'deposit' | 'withdrawal') => inReview(db, table, clock.now())
    const at = clock.now()
    const [deposits, withdrawals, lines, refunds, unproved, takenBack, unread] = await Promise.all([
      waiting('deposit'),
      waiting('withdrawal'),
      openLines(db, at),
      unpaidRefunds(db, at),
      unprovedRows(context),
      listTakenBack(context, db),
      unreadRecords(db, at),
    ])
    return {
      deposits_in_review: deposits.held,
      oldest_review_age_seconds: deposits.age,
      withdrawals_in_review: withdrawals.held,
      oldest_withdrawal_review_age_seconds: withdrawals.age,
      statement_lines_open: lines.held,
      oldest_statement_line_age_seconds: lines.age,
      refunds_due: refunds.held,
      oldest_refund_age_seconds: refunds.age,
      unproved_rows: unproved.length,
      taken_back: takenBack.length,
      provider_records_unread: unread.held,
      oldest_unread_record_age_seconds: unread.age,
    }
  },
})

interface Waiting {
  readonly held: number
  readonly age: number
}
const NOTHING: Waiting = { held: 0, age: 0 }

async function inReview(db: Connection, table: 'deposit' | 'withdrawal', now: Date): Promise<Waiting> {
  const found = await sql<Waiting>`SELECT count(*)::int AS held,
    coalesce(extract(epoch FROM ${now}::timestamptz - min(since.at)), 0)::float8 AS age
    FROM ${sql.table(`payments.${table}`)} AS movement JOIN LATERAL (SELECT max(at) AS at FROM payments.state_history
      WHERE subject_id = movement.id::text AND to_state = 'IN_REVIEW') AS since ON true WHERE state = 'IN_REVIEW'`.execute(db)
  return found.rows[0] ?? NOTHING
}

/** Lines that are imported and not posted, or wait for two officers. */
async function openLines(db: Connection, now: Date): Promise<Waiting> {
  const found = await sql<Waiting>`SELECT count(*)::int AS held,
    coalesce(extract(epoch FROM ${now}::timestamptz - min(created_at)), 0)::float8 AS age
    FROM payments.statement_line WHERE ended_at IS NULL`.execute(db)
  return found.rows[0] ?? NOTHING
}

/** Movements that are compared daily with the records of providers. A run in which none can be read completes nevertheless. */
async function unreadRecords(db: Connection, now: Date): Promise<Waiting> {
  const found = await sql<Waiting>`SELECT count(*)::int AS held,
    coalesce(extract(epoch FROM ${now}::timestamptz - min(since)), 0)::float8 AS age FROM (
      SELECT record_unread_since AS since FROM payments.deposit
        WHERE record_unread_since IS NOT NULL AND method = 'PSE' AND state IN ('COMPLETED', 'IN_REVIEW')
      UNION ALL SELECT record_unread_since FROM payments.withdrawal
        WHERE record_unread_since IS NOT NULL AND state = 'COMPLETED') AS unread`.execute(db)
  return found.rows[0] ?? NOTHING
}

async function unpaidRefunds(db: Connection, now: Date): Promise<Waiting> {
  const found = await sql<Waiting>`SELECT count(*)::int AS held,
    coalesce(extract(epoch FROM ${now}::timestamptz - min(created_at)), 0)::float8 AS age FROM payments.refund WHERE paid_by IS NULL`.execute(
    db,
  )
  return found.rows[0] ?? NOTHING
}
