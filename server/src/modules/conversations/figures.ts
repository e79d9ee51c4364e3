/**
 * Metrics for alarms: customers who wait for an answer, and matters that take longer than promised. docs/operations.md has the thresholds.
 */
import { sql } from 'kysely'
import type { Gauges } from '../../platform/gauges.ts'
import type { ConversationsContext } from './context.ts'

interface Waiting {
  readonly unanswered: number
  readonly overdue: number
}

export const conversationFigures = ({ db, clock }: Pick<ConversationsContext, 'db' | 'clock'>): Gauges => ({
  name: 'conversations',
  help: 'Conversations whose customer waits for an answer, and those, written in or not, that wait longer than was said',
  async read() {
    const found = await sql<Waiting>`SELECT (count(*) FILTER (WHERE unanswered_since IS NOT NULL))::int AS unanswered,
        (count(*) FILTER (WHERE coalesce(answer_due_at, matter_due_at) <= ${clock.now()}))::int AS overdue
      FROM conversations.conversation WHERE state = 'open'`.execute(db)
    const { unanswered = 0, overdue = 0 } = found.rows[0] ?? {}
    return { unanswered, overdue }
  },
})
