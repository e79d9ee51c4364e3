/**
 * Metrics for alarms: customers who wait for an answer, and matters that take longer than promised. Each has its rules beside it.
 */
import { sql } from 'kysely'
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import type { ConversationsContext } from './context.ts'

const MEASURES = declareMeasures('conversations', {
  unanswered: { help: 'Customers who wrote in Mensajes and wait for an answer' },
  overdue: {
    help: 'Conversations whose answer or decision is later than its customer was notified',
    rules: [
      {
        alert: 'ConversationOverdue',
        when: '> 0',
        severity: 'ticket',
        summary: '{{ $value }} customers wait longer for an answer than they were notified',
      },
    ],
  },
})

interface Waiting {
  readonly unanswered: number
  readonly overdue: number
}

export const conversationFigures = ({ db, clock }: Pick<ConversationsContext, 'db' | 'clock'>): Gauges => ({
  measures: MEASURES,
  async read() {
    const found = await sql<Waiting>`SELECT (count(*) FILTER (WHERE unanswered_since IS NOT NULL))::int AS unanswered,
        (count(*) FILTER (WHERE coalesce(answer_due_at, matter_due_at) <= ${clock.now()}))::int AS overdue
      FROM conversations.conversation WHERE state = 'open'`.execute(db)
    const { unanswered = 0, overdue = 0 } = found.rows[0] ?? {}
    return { unanswered, overdue }
  },
})
