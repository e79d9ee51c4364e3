/**
 * Conversations between a customer and compliance about a held, declined or reviewed matter: the reason that may be disclosed, the deadline
 * of the answer, and messages with files. The customer reads what officers write here; internal notes are kept elsewhere.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { FILES_REFUSED } from './kyc-drafts.ts'
import { plainLines } from './plain-text.ts'

/**
 * `account`: the permission to transact was withdrawn. `access`: the account is blocked, and its owner writes through the link of a mail.
 */
export const TOPICS = ['verification', 'deposit', 'withdrawal', 'account', 'access'] as const
export const Topic = z.enum(TOPICS)
export type Topic = z.output<typeof Topic>

export const CONVERSATION_STATES = ['open', 'closed'] as const
export const ConversationState = z.enum(CONVERSATION_STATES)
export type ConversationState = z.output<typeof ConversationState>

/** Automatic entries, or `text`: a written message. */
export const ENTRY_KINDS = ['text', 'review_begun', 'declined', 'held', 'paused', 'resolved'] as const
export const EntryKind = z.enum(ENTRY_KINDS)
export type EntryKind = z.output<typeof EntryKind>
export const AUTHORS = ['system', 'customer', 'officer'] as const
export const Author = z.enum(AUTHORS)

export const MESSAGE_LENGTH = { minimum: 2, maximum: 2_000 } as const
export const MESSAGE_FILES = 5
export const CONVERSATIONS_PAGE = 20
export const ENTRIES_PAGE = 50

const time = z.iso.datetime()

export const ConversationFile = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(['image', 'pdf']),
  bytes: z.int(),
  /** Signed link, valid for 60 seconds in the requesting session. */
  fileUrl: z.string(),
})
export type ConversationFile = z.output<typeof ConversationFile>

export const ConversationEntry = z.object({
  id: z.uuid(),
  at: time,
  author: Author,
  kind: EntryKind,
  /** Empty in automatic entries; null when the person's documents were destroyed. */
  text: z.string().nullable(),
  /** The reason that may be disclosed, and the movement it concerns. */
  reason: z.string().nullable(),
  amount: z.string().nullable(),
  files: z.array(ConversationFile),
})
export type ConversationEntry = z.output<typeof ConversationEntry>

export const Conversation = z.object({
  id: z.uuid(),
  topic: Topic,
  state: ConversationState,
  openedAt: time,
  lastAt: time,
  /** Deadline of the answer to the customer; null when none is due. */
  dueAt: time.nullable(),
  isOverdue: z.boolean(),
  /** True when the customer has to answer. */
  asks: z.boolean(),
  /** Entries of the platform that the customer has not read. */
  unread: z.int(),
})
export type Conversation = z.output<typeof Conversation>

export const ConversationThread = Conversation.extend({
  entries: z.array(ConversationEntry).meta({ description: 'Oldest first; at most the newest fifty of those asked for' }),
  /** Cursor for the entries before this one; null when there are none. */
  before: z.uuid().nullable(),
})
export type ConversationThread = z.output<typeof ConversationThread>

/** Conversation as officers see it. */
export const OfficerConversation = Conversation.extend({
  userId: z.uuid(),
  email: z.string(),
  /** Time of the customer's first message without an answer. */
  unansweredSince: time.nullable(),
})
export type OfficerConversation = z.output<typeof OfficerConversation>

export const OfficerThread = OfficerConversation.extend({
  entries: z.array(
    ConversationEntry.extend({ officer: z.string().nullable().meta({ description: 'E-mail of the officer who wrote it' }) }),
  ),
  before: z.uuid().nullable(),
  /** True when a matter is open that the law forbids disclosing to the person. */
  isRestricted: z.boolean(),
})
export type OfficerThread = z.output<typeof OfficerThread>

const Page = z.object({ before: z.uuid().optional() })
const One = z.object({ id: z.string().max(64) })
/** Chosen by the sender: the same id is the same message, so that a lost answer never duplicates it. */
const Message = z.object({ messageId: z.uuid(), text: plainLines(MESSAGE_LENGTH) })
const upload = { fields: { files: { kinds: ['image', 'pdf'], maximum: MESSAGE_FILES, minimum: 0 } } } as const
const SENT = z.object({ id: z.uuid(), at: time })
const SEND_REFUSED = [
  'request.invalid',
  'request.not_found',
  'request.text_unseen',
  'request.idempotency_key_reused',
  'conversations.too_many',
  ...FILES_REFUSED,
] as const
const READ_REFUSED = ['request.invalid', 'request.not_found', 'request.too_many', 'compliance.own_account'] as const
const ADMIN = '/kyc/administrative/conversations'

export const conversations = {
  mine: endpoint({
    method: 'GET',
    path: '/api/conversations',
    role: 'ROLE_USER',
    summary:
      'My conversations with compliance, or those in a state, the one that changed last first; `before` is the id of the last one that was seen',
    query: Page.extend({ state: ConversationState.optional() }),
    response: z.object({ results: z.array(Conversation), next: z.uuid().nullable(), unread: z.int() }),
    errors: ['request.invalid'],
  }),
  thread: endpoint({
    method: 'GET',
    path: '/api/conversations/:id',
    role: 'ROLE_USER',
    summary: 'One of my conversations, its newest entries or those before `before`',
    params: One,
    query: Page,
    response: ConversationThread,
    errors: ['request.invalid', 'request.not_found'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/conversations/:id/messages',
    role: 'ROLE_USER',
    summary: 'Write to compliance, with pictures or PDFs when there are any, all or none. A closed conversation is opened again',
    params: One,
    body: Message,
    upload,
    response: SENT,
    errors: SEND_REFUSED,
  }),
  seen: endpoint({
    method: 'POST',
    path: '/api/conversations/:id/seen',
    role: 'ROLE_USER',
    summary: 'I have seen everything up to this entry',
    params: One,
    body: z.object({ entryId: z.uuid() }),
    response: z.object({ unread: z.int() }),
    errors: ['request.invalid', 'request.not_found'],
  }),
}

export const officerConversations = {
  queue: endpoint({
    method: 'GET',
    path: ADMIN,
    role: 'ROLE_ADMIN',
    permission: 'cases.read',
    audit: 'kyc.people_listed',
    summary: 'Extension: conversations with customers: unanswered ones by the longest wait, or the open or closed ones, newest first',
    allowance: 'conversation-read',
    query: z.object({
      show: z.enum(['unanswered', 'open', 'closed']).default('unanswered'),
      page: z.coerce.number().int().min(0).max(1_000).default(0),
    }),
    response: z.object({ results: z.array(OfficerConversation), hasMore: z.boolean(), unanswered: z.int() }),
    errors: ['request.invalid', 'request.too_many'],
  }),
  ofPerson: endpoint({
    method: 'GET',
    path: '/kyc/administrative/users/conversations',
    role: 'ROLE_ADMIN',
    permission: 'cases.read',
    audit: 'kyc.person_viewed',
    summary: 'Extension: the conversations with a person. Each read is recorded',
    allowance: 'conversation-read',
    query: z.object({ userId: z.string().max(64) }),
    response: z.object({ results: z.array(OfficerConversation) }),
    errors: READ_REFUSED,
  }),
  read: endpoint({
    method: 'GET',
    path: `${ADMIN}/:id`,
    role: 'ROLE_ADMIN',
    permission: 'cases.read',
    audit: 'kyc.person_viewed',
    summary: 'Extension: one conversation, its newest entries or those before `before`. Each read is recorded',
    allowance: 'conversation-read',
    params: One,
    query: Page,
    response: OfficerThread,
    errors: READ_REFUSED,
  }),
  answer: endpoint({
    method: 'POST',
    path: `${ADMIN}/:id/messages`,
    role: 'ROLE_ADMIN',
    permission: 'cases.write',
    audit: 'conversations.answered',
    summary:
      'Extension: write to the customer, who receives a notice and a mail without the text. `knowsRestricted`: the officer was warned that the law forbids disclosing an open matter',
    params: One,
    body: Message.extend({ knowsRestricted: z.boolean().default(false) }),
    upload,
    response: SENT,
    errors: [...SEND_REFUSED, 'compliance.own_account', 'conversations.restricted_matter', 'request.tipping_off'],
  }),
  needsNoAnswer: endpoint({
    method: 'POST',
    path: `${ADMIN}/:id/no-answer`,
    role: 'ROLE_ADMIN',
    permission: 'cases.write',
    audit: 'conversations.no_answer_needed',
    summary:
      'Extension: mark the messages up to the entry that the officer read as needing no answer; the conversation is closed unless its matter is open',
    allowance: 'conversation-read',
    params: One,
    body: z.object({ entryId: z.uuid() }),
    response: OfficerConversation,
    errors: [...READ_REFUSED, 'conversations.written_meanwhile'],
  }),
  setState: endpoint({
    method: 'POST',
    path: `${ADMIN}/:id/state`,
    role: 'ROLE_ADMIN',
    permission: 'cases.write',
    audit: 'conversations.state_changed',
    summary: 'Extension: close or reopen a conversation. One with an unanswered message or an open matter is not closed',
    allowance: 'conversation-read',
    params: One,
    body: z.object({ state: ConversationState }),
    response: OfficerConversation,
    errors: [...READ_REFUSED, 'conversations.unanswered', 'conversations.under_way'],
  }),
}
