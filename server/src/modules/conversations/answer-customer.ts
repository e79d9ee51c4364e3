/** An officer answers a customer, who is told by a notice and a mail that say nothing of it. */
import type { ConversationsContext } from './context.ts'
import { checkAnswer } from './rules.ts'
import { type Sent, sendMessage, type Written } from './send-message.ts'

interface Answer extends Omit<Written, 'author' | 'fault'> {
  readonly email: string
  /** A matter about the person is open that they may not be told of. */
  readonly isRestricted: boolean
  /** The officer was warned of it. */
  readonly knowsRestricted: boolean
}

/** @throws Refused `request.betrays`, `conversations.restricted_matter`, and as `sendMessage` */
export async function answerCustomer(context: ConversationsContext, answer: Answer): Promise<Sent> {
  const { email, isRestricted, knowsRestricted, ...written } = answer
  const { conversation, actor, text, files } = written
  const texts = [text, ...files.map(({ originalName }) => originalName)]
  const fault = checkAnswer({ texts, restricted: isRestricted, knows: knowsRestricted })
  const { audit, notifications } = context
  return sendMessage(context, { ...written, author: 'officer', fault }, async (tx, { id, sha256 }) => {
    await notifications.notify(tx, {
      accountId: conversation.accountId,
      kind: 'conversations.answered',
      values: {},
      once: `conversation message ${id}`,
      mailTo: email,
      url: `/application/messages/${conversation.id}`,
    })
    const after = { message: id, sha256, account: conversation.accountId, restricted: isRestricted }
    await audit.record(tx, { actor, action: 'conversations.answered', object: { type: 'conversation', id: conversation.id }, after })
  })
}
