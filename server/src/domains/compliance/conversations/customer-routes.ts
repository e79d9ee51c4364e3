/** HTTP routes of customers for their conversations. That of another customer gives the same 404 as one that does not exist. */
import { CONVERSATIONS_PAGE, conversations as contract } from '@tunjo/contract/conversations'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../platform/audit/index.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Caller, implement, type Route } from '../../../platform/http/route.ts'
import type { ConversationsContext } from './context.ts'
import { conversationsOf, findConversation, markSeen, type ShownRow, unreadOf } from './conversation-store.ts'
import { toConversation, toEntries } from './conversation-views.ts'
import { sendMessage } from './send-message.ts'

export function customerRoutes(context: ConversationsContext): Route[] {
  const { db, clock, audit } = context
  const mine = async ({ accountId }: Caller, id: string): Promise<ShownRow> => {
    const row = isUuid(id) ? await findConversation(db, id) : null
    return row !== null && row.accountId === accountId ? row : refuse('request.not_found')
  }
  return implement(contract, {
    async mine({ caller: { accountId }, query: { before = null, state = null } }) {
      const found = await conversationsOf(db, accountId, { before, state, limit: CONVERSATIONS_PAGE + 1 })
      const results = found.slice(0, CONVERSATIONS_PAGE).map((row) => toConversation(row, clock.now()))
      const next = found.length > CONVERSATIONS_PAGE ? (results.at(-1)?.id ?? null) : null
      return { results, next, unread: await unreadOf(db, accountId) }
    },
    async thread({ caller, params, query: { before = null } }) {
      const row = await mine(caller, params.id)
      const shown = await toEntries(context, { row, before, caller })
      // The identity of the officer is not disclosed.
      const entries = shown.entries.map(({ authorId: _, ...entry }) => entry)
      return { ...toConversation(row, clock.now()), ...shown, entries }
    },
    async send({ caller, params, body: { messageId, text }, files: { files }, http }) {
      const conversation = await mine(caller, params.id)
      const actor = personActor(caller, http)
      const object = { type: 'conversation', id: conversation.id }
      const sent = await sendMessage(context, { author: 'customer', conversation, messageId, text, files, actor }, (tx, { id, sha256 }) =>
        // Without the text: an entry of the trail can never be erased.
        audit.record(tx, { actor, action: 'conversations.customer_wrote', object, after: { message: id, sha256 } }),
      )
      return { id: sent.id, at: sent.at.toISOString() }
    },
    async seen({ caller, params, body }) {
      const { id } = await mine(caller, params.id)
      await markSeen(db, id, body.entryId)
      return { unread: await unreadOf(db, caller.accountId) }
    },
  })
}
