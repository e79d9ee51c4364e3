/** Overdue pesos: PSE deposits, transfers by a statement of the bank, withdrawals. docs/operations.md defines when each is late. */
import { sql } from 'kysely'
import { newId } from '../../../platform/database/ids.ts'
import {
  before,
  isJobLate,
  jobColumns,
  jobOf,
  jobWaits,
  makeJobDue,
  type StuckSource,
  stuckSource,
} from '../../../platform/security/stopped-operations.ts'
import { businessHoursBefore } from '../../../platform/time/business-days.ts'
import type { PaymentsContext } from './context.ts'
import { DEPOSIT_CLOSES_AFTER_MS } from './rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const PSE_LATE_MS = DEPOSIT_CLOSES_AFTER_MS + HOUR_MS
const SENDING_LATE_MS = 5 * MINUTE_MS
const UNKNOWN_LATE_MS = 30 * MINUTE_MS
const HELD_LATE_MS = DAY_MS
const REFUSED_LATE_MS = HOUR_MS
const LINE_LATE_MS = 15 * MINUTE_MS
const REFUND_LATE_MS = 3 * DAY_MS
/** A bank processes them on its business days. */
const PAID_WITHIN_BUSINESS_HOURS = 10

type Context = Pick<PaymentsContext, 'db' | 'clock'>

export const stoppedPayments = (context: Context): readonly StuckSource[] => [
  pseDeposits(context),
  bankTransfers(context),
  bankWithdrawals(context),
]

const enteredAt = sql`coalesce((SELECT max(at) FROM payments.state_history h WHERE h.subject_id = m.id::text), m.created_at)`

const pseDeposits = ({ db, clock }: Context): StuckSource =>
  stuckSource(db, {
    kind: 'pse_deposit',
    late() {
      const now = clock.now()
      return sql`SELECT m.id, m.account_id AS "accountId", 'COP' AS asset, m.amount, m.state, ${enteredAt} AS since,
        CASE WHEN m.state = 'IN_REVIEW' THEN 'officers' ELSE ${jobWaits(sql`'provider_answer'`)} END AS waits, ${jobColumns}
        FROM payments.deposit m ${jobOf('payments.follow-deposit', sql`m.id`)}
        WHERE m.method = 'PSE' AND m.ended_at IS NULL AND CASE WHEN m.state = 'IN_REVIEW' THEN ${enteredAt} < ${before(now, DAY_MS)}
          ELSE m.created_at < ${before(now, PSE_LATE_MS)} OR ${isJobLate(now)} END`
    },
    open: (id) => sql`SELECT 1 FROM payments.deposit WHERE id = ${id} AND method = 'PSE' AND ended_at IS NULL`,
    checkAgain: (depositId) =>
      makeJobDue(db, { id: newId(), name: 'payments.follow-deposit', key: depositId, payload: { depositId }, now: clock.now() }),
  })

/** Lines that have not ended, transfers of customers that wait for officers, and refunds that no statement shows as paid. */
const bankTransfers = ({ db, clock }: Context): StuckSource =>
  stuckSource(db, {
    kind: 'bank_transfer',
    late() {
      const now = clock.now()
      const dayAgo = before(now, DAY_MS)
      return sql`SELECT m.id, NULL::uuid AS "accountId", 'COP' AS asset, abs(m.amount) AS amount, m.state, ${enteredAt} AS since,
          CASE WHEN m.state = 'UNMATCHED' THEN 'officers' ELSE ${jobWaits(sql`'job_failing'`)} END AS waits, ${jobColumns}
        FROM payments.statement_line m ${jobOf('payments.reconcile-statement', sql`m.statement_id`)}
        WHERE m.ended_at IS NULL AND m.created_at < CASE m.state WHEN 'UNMATCHED' THEN ${dayAgo}::timestamptz ELSE ${before(now, LINE_LATE_MS)} END
        UNION ALL
        SELECT m.id, m.account_id, 'COP', m.amount, m.state, ${enteredAt}, 'officers', NULL, NULL
        FROM payments.deposit m WHERE m.method = 'TRANSFER' AND m.ended_at IS NULL AND ${enteredAt} < ${dayAgo}
        UNION ALL
        SELECT m.line_id, NULL, 'COP', m.amount, 'REFUND_DUE', m.created_at, 'statement', NULL, NULL
        FROM payments.refund m WHERE m.paid_by IS NULL AND m.created_at < ${before(now, REFUND_LATE_MS)}`
    },
    open: (id) => sql`SELECT 1 FROM payments.statement_line WHERE id = ${id} AND ended_at IS NULL`,
    async checkAgain(id) {
      const found = await sql<{ statementId: string }>`SELECT statement_id AS "statementId" FROM payments.statement_line
        WHERE id = ${id} AND state = 'PENDING'`.execute(db)
      const [line] = found.rows
      if (!line) return
      const { statementId } = line
      await makeJobDue(db, {
        id: newId(),
        name: 'payments.reconcile-statement',
        key: statementId,
        payload: { statementId },
        now: clock.now(),
      })
    },
  })

const bankWithdrawals = ({ db, clock }: Context): StuckSource =>
  stuckSource(db, {
    kind: 'bank_withdrawal',
    late() {
      const now = clock.now()
      return sql`SELECT m.id, m.account_id AS "accountId", 'COP' AS asset, m.amount, m.state, ${enteredAt} AS since,
        CASE WHEN m.state = 'IN_REVIEW' THEN 'officers' ELSE ${jobWaits(sql`CASE WHEN m.state = 'PROCESSING' THEN 'bank'
          WHEN m.state <> 'HELD' THEN 'provider_answer' WHEN m.first_tried_at IS NULL THEN 'may_not_leave' ELSE 'provider_refuses' END`)} END AS waits,
        ${jobColumns}
        FROM payments.withdrawal m ${jobOf('payments.pay-withdrawal', sql`m.id`)}
        WHERE m.ended_at IS NULL AND (${isJobLate(now)} OR CASE m.state
          WHEN 'IN_REVIEW' THEN ${enteredAt} < ${before(now, DAY_MS)}
          WHEN 'HELD' THEN m.first_tried_at < ${before(now, REFUSED_LATE_MS)} OR greatest(m.pay_after, m.sendable_from) < ${before(now, HELD_LATE_MS)}
          WHEN 'SENDING' THEN m.last_sent_at < ${before(now, SENDING_LATE_MS)}
          WHEN 'UNKNOWN' THEN m.first_sent_at < ${before(now, UNKNOWN_LATE_MS)}
          ELSE coalesce(m.first_sent_at, m.created_at) < ${businessHoursBefore(now, PAID_WITHIN_BUSINESS_HOURS)} END)`
    },
    open: (id) => sql`SELECT 1 FROM payments.withdrawal WHERE id = ${id} AND ended_at IS NULL`,
    checkAgain: (withdrawalId) =>
      makeJobDue(db, { id: newId(), name: 'payments.pay-withdrawal', key: withdrawalId, payload: { withdrawalId }, now: clock.now() }),
  })
