/**
 * HTTP routes for a customer whose account is suspended or frozen: the conversation about it, by the link of a mail instead of a session.
 */
import { type Appeal, appeals as contract } from '@tunjo/contract/appeals'
import { byLink } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import { customer } from '../../../platform/state-machine/index.ts'
import type { ConversationsContext } from './context.ts'
import { findMatter, insertConversation, lockMatter, type ShownRow } from './conversation-store.ts'
import { beginConversation } from './conversation-transitions.ts'
import { toConversation, toEntriesWithoutSession } from './conversation-views.ts'
import { sendMessage } from './send-message.ts'
import { CONVERSATION_STATES } from './states.ts'
import type { ConversationRow, Matter } from './types.ts'

const matterOf = (accountId: string): Matter => ({ accountId, topic: 'access', subject: '' })

export function appealRoutes(context: ConversationsContext): Route[] {
  const { db, audit, identity } = context
  return implement(contract, {
    async read({ body: { token, before }, http }) {
      const accountId = await identity.appeals.open(token, http.ip)
      return show(context, await findMatter(db, matterOf(accountId)), before)
    },
    async write({ body: { token, messageId, text }, http }) {
      const accountId = await identity.appeals.open(token, http.ip)
      const conversation = await begin(context, accountId)
      const actor = byLink(accountId)
      const sent = await sendMessage(
        context,
        { author: 'customer', conversation, messageId, text, files: [], actor },
        async (tx, { id, sha256 }) => {
          // Two officers may have restored the access meanwhile, or the account was closed.
          await identity.appeals.check(tx, token)
          const object = { type: 'conversation', id: conversation.id }
          await audit.record(tx, { actor, action: 'conversations.customer_wrote', object, after: { message: id, sha256 } })
        },
      )
      return { id: sent.id, at: sent.at.toISOString() }
    },
  })
}

const NOTHING_YET: Appeal = { state: null, dueAt: null, isOverdue: false, entries: [], before: null }

async function show(context: ConversationsContext, row: ShownRow | null, before: string | null): Promise<Appeal> {
  if (row === null) return NOTHING_YET
  const { state, dueAt, isOverdue } = toConversation(row, context.clock.now())
  const page = await toEntriesWithoutSession(context, { row, before })
  const entries = page.entries.map(({ id, at, author, text, files }) => ({ id, at, author, text, files }))
  return { state, dueAt, isOverdue, entries, before: page.before }
}

/** One for each customer, for any number of suspensions. */
function begin({ db, clock }: ConversationsContext, accountId: string): Promise<Pick<ConversationRow, 'id' | 'accountId'>> {
  const matter = matterOf(accountId)
  return inTransaction(db, async (tx) => {
    const [id, at] = [newId(), clock.now()]
    if (await insertConversation(tx, { ...matter, id, state: CONVERSATION_STATES.initial, at })) {
      await beginConversation(tx, id, at, customer(accountId))
      return { id, accountId }
    }
    const known = await lockMatter(tx, matter)
    if (known === null) throw new Error('a conversation that is there cannot be found')
    return known
  })
}
