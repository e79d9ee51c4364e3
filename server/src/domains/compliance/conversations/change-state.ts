/**
 * An officer closes a conversation, or opens it again. While the customer waits for an answer or for the end of the matter, it stays open.
 */
import type { ConversationState } from '@tunjo/contract/conversations'
import type { PersonActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { officer } from '../../../platform/state-machine/index.ts'
import type { ConversationsContext } from './context.ts'
import { lockConversation } from './conversation-store.ts'
import { settle } from './conversation-transitions.ts'
import { isMatterOpen } from './rules.ts'

interface Change {
  readonly id: string
  readonly state: ConversationState
  readonly actor: PersonActor
}

/** The same state again changes nothing. @throws Refused `conversations.unanswered`, `conversations.under_way`, `request.not_found` */
export async function changeState({ db, clock, audit }: ConversationsContext, { id, state, actor }: Change): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = (await lockConversation(tx, id)) ?? refuse('request.not_found')
    if (row.state === state) return audit.unchanged()
    if (state === 'closed' && row.unansweredSince !== null) refuse('conversations.unanswered')
    // Its end would never be reported, and the customer would see the matter as ended while it is not.
    if (state === 'closed' && isMatterOpen(row)) refuse('conversations.under_way')
    await settle(tx, row, { standing: row, to: state, at: clock.now(), actor: officer(actor.accountId) })
    await audit.record(tx, {
      actor,
      action: 'conversations.state_changed',
      object: { type: 'conversation', id },
      before: row.state,
      after: state,
    })
  })
}
