/**
 * Mark a customer's message as read without an answer, such as a word of thanks. Otherwise every such message would keep the customer in
 * the queue and the alarm active.
 */
import type { PersonActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { officer } from '../../../platform/state-machine/index.ts'
import type { ConversationsContext } from './context.ts'
import { lockConversation } from './conversation-store.ts'
import { settle } from './conversation-transitions.ts'
import { hasEntry, isWrittenAfter } from './message-store.ts'
import { afterOfficer, isMatterOpen } from './rules.ts'

interface Read {
  readonly id: string
  /** The newest entry that the officer had read. */
  readonly entryId: string
  readonly actor: PersonActor
}

/** No change when no customer waits. @throws Refused `conversations.written_meanwhile`, `request.not_found` */
export async function needsNoAnswer({ db, clock, audit }: ConversationsContext, { id, entryId, actor }: Read): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = (await lockConversation(tx, id)) ?? refuse('request.not_found')
    if (row.unansweredSince === null) return audit.unchanged()
    if (!(await hasEntry(tx, id, entryId))) refuse('request.not_found')
    if (await isWrittenAfter(tx, id, entryId)) refuse('conversations.written_meanwhile')
    // No message was added, so it is not unread for the customer.
    const standing = afterOfficer(row, row.lastAt)
    const to = isMatterOpen(row) ? 'open' : 'closed'
    await settle(tx, row, { standing, to, at: clock.now(), actor: officer(actor.accountId) })
    const object = { type: 'conversation', id }
    const since = row.unansweredSince.toISOString()
    await audit.record(tx, { actor, action: 'conversations.no_answer_needed', object, before: { since }, after: { entryId, state: to } })
  })
}
