/** Automatic entries in a conversation, and their effect on its deadline. */

import type { EntryKind } from '@tunjo/contract/conversations'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import { deadlinesAt } from '../../reference/configuration/index.ts'
import { type Content, sealContent } from './content.ts'
import type { ConversationsContext } from './context.ts'
import { insertConversation, lockMatter } from './conversation-store.ts'
import { beginConversation, settle } from './conversation-transitions.ts'
import { insertMessage } from './message-store.ts'
import { afterStep, isMatterOpen, type Step } from './rules.ts'
import { CONVERSATION_STATES } from './states.ts'
import type { ConversationRow, Matter } from './types.ts'

interface Notified {
  readonly step: Step
  readonly kind: Exclude<EntryKind, 'text'>
  readonly content: Content
  readonly eventId: string
  /** True when there is no other notice about it. */
  readonly isNews?: boolean
}

/** The end of a matter is reported only when its start was, and only once. */
export async function reportMatter(context: ConversationsContext, matter: Matter, notice: Notified): Promise<void> {
  const { db, clock, files, outbox, identity, notifications } = context
  const { kind, step, eventId, content, isNews = false } = notice
  await inTransaction(db, async (tx) => {
    const { accountId } = matter
    // A message after the account was closed would create a new key after the old one was destroyed.
    const person = await identity.person(accountId, tx)
    if (person === null || person.state === ACCOUNT_STATE.closed) return
    const at = clock.now()
    const row = (await lockMatter(tx, matter)) ?? (step === 'over' ? null : await open(tx, matter, at))
    if (row === null || isKnown(row, notice)) return
    const id = newId()
    const sealed = await sealContent(files, tx, { accountId, messageId: id, content })
    const message = { id, conversationId: row.id, author: 'system', authorId: null, clientId: null, eventId, kind, sealed, at } as const
    if (!(await insertMessage(tx, message))) return
    const standing = afterStep(row, step, { at, deadlines: await deadlinesAt(context, tx, at) })
    const to = step === 'over' && standing.unansweredSince === null ? 'closed' : 'open'
    await settle(tx, row, { standing, to, at, actor: SYSTEM })
    const [url, mailTo] = [`/application/messages/${row.id}`, person.email]
    if (isNews) await notifications.notify(tx, { accountId, kind: 'conversations.opened', values: {}, mailTo, url })
    await outbox.emit(tx, 'conversations.message_added', { accountId, conversationId: row.id })
  })
}

function isKnown(row: ConversationRow, { step, kind }: Notified): boolean {
  const goesOn = row.state === 'open' && isMatterOpen(row)
  return step === 'over' ? !goesOn : kind === 'paused' && row.matterDueAt !== null
}

async function open(tx: Transaction, matter: Matter, at: Date): Promise<ConversationRow | null> {
  const id = newId()
  if (await insertConversation(tx, { ...matter, id, state: CONVERSATION_STATES.initial, at })) await beginConversation(tx, id, at)
  return lockMatter(tx, matter)
}
