/**
 * Appeals: a customer with a suspended or frozen account has no session and writes to the platform through the link of a mail.
 * The link opens only this conversation. Text only: no unauthenticated caller may upload files.
 */
import * as z from 'zod'
import { Author, ConversationEntry, ConversationFile, ConversationState, MESSAGE_LENGTH } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { plainLines } from './plain-text.ts'

const time = z.iso.datetime()
/** Sent in the body, since an address is kept in logs and in the browser's history. */
const Token = z.string().max(100)

export const AppealEntry = ConversationEntry.pick({ id: true, at: true, text: true }).extend({
  author: Author,
  /** Names only: the files themselves are read with a session. */
  files: z.array(ConversationFile.pick({ id: true, name: true })),
})
export type AppealEntry = z.output<typeof AppealEntry>

export const Appeal = z.object({
  /** Null until the first message. */
  state: ConversationState.nullable(),
  /** Deadline of the answer; null when no customer message waits. */
  dueAt: time.nullable(),
  isOverdue: z.boolean(),
  entries: z.array(AppealEntry).meta({ description: 'Oldest first; at most the newest fifty of those asked for' }),
  /** Cursor for the entries before this one; null when there are none. */
  before: z.uuid().nullable(),
})
export type Appeal = z.output<typeof Appeal>

const REFUSED = ['request.invalid', 'identity.appeal_expired', 'identity.too_many_attempts'] as const

export const appeals = {
  read: endpoint({
    method: 'POST',
    path: '/api/appeals/thread',
    role: 'PUBLIC',
    summary:
      'Extension: the appeal about a blocked account, by the token of a mail, which is not used up. Its newest entries or those before `before`',
    body: z.object({ token: Token, before: z.uuid().nullable().default(null) }),
    response: Appeal,
    errors: REFUSED,
  }),
  write: endpoint({
    method: 'POST',
    path: '/api/appeals/messages',
    role: 'PUBLIC',
    summary:
      'Extension: write in the appeal about a blocked account, by the token of a mail. The same `messageId` again is the same message',
    body: z.object({ token: Token, messageId: z.uuid(), text: plainLines(MESSAGE_LENGTH) }),
    response: z.object({ id: z.uuid(), at: time }),
    errors: [...REFUSED, 'request.text_unseen', 'request.idempotency_key_reused', 'conversations.too_many'],
  }),
}
