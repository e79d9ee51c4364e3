/** Answer of an officer to a customer, who gets a notice and a mail without its content. */
import type { ConversationsContext } from './context.ts'
import { checkAnswer } from './rules.ts'
import { type Sent, sendMessage, type Written } from './send-message.ts'
import type { ConversationRow } from './types.ts'

interface Answer extends Omit<Written, 'author' | 'fault' | 'conversation'> {
  readonly conversation: Pick<ConversationRow, 'id' | 'accountId' | 'topic'>
  readonly email: string
  /** A matter about the customer is open that must not be disclosed to them. */
  readonly isRestricted: boolean
  /** The officer confirmed the warning about it. */
  readonly knowsRestricted: boolean
}

/** @throws Refused `request.tipping_off`, `conversations.restricted_matter`, and as `sendMessage` */
export async function answerCustomer(context: ConversationsContext, answer: Answer): Promise<Sent> {
  const { email, isRestricted, knowsRestricted, ...written } = answer
  const { conversation, actor, text, files } = written
  const texts = [text, ...files.map(({ originalName }) => originalName)]
  const fault = checkAnswer({ texts, restricted: isRestricted, knows: knowsRestricted })
  const { audit, identity, notifications } = context
  return sendMessage(context, { ...written, author: 'officer', fault }, async (tx, { id, sha256 }) => {
    // A customer who cannot sign in reads it by the link of the mail; other conversations need a session.
    const appealUrl = conversation.topic === 'access' ? await identity.appeals.linkFor(tx, conversation.accountId) : null
    const way =
      appealUrl === null ? ({ kind: 'conversations.answered' } as const) : ({ kind: 'conversations.appeal_answered', appealUrl } as const)
    const url = `/application/messages/${conversation.id}`
    const once = `conversation message ${id}`
    await notifications.notify(tx, { accountId: conversation.accountId, ...way, values: {}, once, mailTo: email, url })
    const after = { message: id, sha256, account: conversation.accountId, restricted: isRestricted }
    await audit.record(tx, { actor, action: 'conversations.answered', object: { type: 'conversation', id: conversation.id }, after })
  })
}
