/** Gauges of approvals: open requests, and overdue reviews of emergencies. */
import { sql } from 'kysely'
import type { Connection } from '../database/database.ts'
import { declareMeasures, type Gauges } from '../observability/gauges.ts'
import type { Clock } from '../time/clock.ts'

const MEASURES = declareMeasures(
  'approvals',
  {
    waiting: { help: 'Approval requests that wait for their second officer' },
    review_waiting: { help: 'Emergencies that one officer executed and that wait for their review' },
    review_overdue: {
      help: 'Emergencies without a review within one business day',
      rules: [
        {
          alert: 'EmergencyReviewOverdue',
          when: '> 0',
          severity: 'ticket',
          summary: '{{ $value }} emergency executions have no review within one business day',
        },
      ],
    },
  },
  (state) => ({ name: 'approvals', labels: { state } }),
)

interface ApprovalSignalParts {
  readonly db: Connection
  readonly clock: Clock
}

export const approvalGauges = (parts: ApprovalSignalParts): Gauges => ({ measures: MEASURES, read: () => readSignals(parts) })

async function readSignals({ db, clock }: ApprovalSignalParts): Promise<Record<string, number>> {
  const found = await sql<Record<'waiting' | 'review_waiting' | 'review_overdue', number>>`SELECT
      count(*) FILTER (WHERE state = 'proposed')::int AS waiting,
      count(*) FILTER (WHERE state = 'break_glass')::int AS review_waiting,
      count(*) FILTER (WHERE state = 'break_glass' AND (review_overdue_at IS NOT NULL OR review_due_at < ${clock.now()}))::int AS review_overdue
    FROM platform.approval_request WHERE state = 'proposed' OR (state = 'break_glass' AND reviewed_at IS NULL)`.execute(db)
  return found.rows[0] ?? { waiting: 0, review_waiting: 0, review_overdue: 0 }
}
