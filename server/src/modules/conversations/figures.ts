/** Numbers for alarms: customers who wrote and wait. docs/operations.md says when they are red. */
import { sql } from 'kysely'
import type { Figures } from '../../platform/figures.ts'
import type { ConversationsContext } from './context.ts'

interface Waiting {
  readonly unanswered: number
  readonly overdue: number
}

export const conversationFigures = ({ db, clock }: Pick<ConversationsContext, 'db' | 'clock'>): Figures => ({
  name: 'conversations',
  help: 'Conversations whose customer waits for an answer, and those that wait longer than they were told',
  async read() {
    const found = await sql<Waiting>`SELECT count(*)::int AS unanswered,
        (count(*) FILTER (WHERE answer_due_at <= ${clock.now()}))::int AS overdue
      FROM conversations.conversation WHERE unanswered_since IS NOT NULL`.execute(db)
    const { unanswered = 0, overdue = 0 } = found.rows[0] ?? {}
    return { unanswered, overdue }
  },
})
