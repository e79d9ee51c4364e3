/** Gauges of approvals: open requests, and overdue reviews of emergencies. */
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { Connection } from '../database.ts'

interface ApprovalSignalParts {
  readonly db: Connection
  readonly clock: Clock
}

export function addApprovalMetrics(registry: Registry, parts: ApprovalSignalParts): void {
  new Gauge({
    name: 'approvals',
    help: 'Approval requests: waiting for a decision, emergencies waiting for their review, and those whose review is overdue (red over 0)',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      for (const [state, count] of Object.entries(await readSignals(parts))) this.set({ state }, count)
    },
  })
}

async function readSignals({ db, clock }: ApprovalSignalParts): Promise<Record<string, number>> {
  const found = await sql<Record<'waiting' | 'review_waiting' | 'review_overdue', number>>`SELECT
      count(*) FILTER (WHERE state = 'proposed')::int AS waiting,
      count(*) FILTER (WHERE state = 'break_glass')::int AS review_waiting,
      count(*) FILTER (WHERE state = 'break_glass' AND (review_overdue_at IS NOT NULL OR review_due_at < ${clock.now()}))::int AS review_overdue
    FROM platform.approval_request WHERE state = 'proposed' OR (state = 'break_glass' AND reviewed_at IS NULL)`.execute(db)
  return found.rows[0] ?? { waiting: 0, review_waiting: 0, review_overdue: 0 }
}
