/** Live events for open screens, the contact form, and the mailbox of the demo profile. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * Events that a person may receive live. Deny by default: an outbox event that is not listed (for example a compliance alert)
 * never leaves the server.
 */
export const LIVE_EVENT_TYPES = [
  'identity.signed_in',
  'payments.deposit_created',
  'payments.deposit_updated',
  'payments.deposit_credited',
  'payments.withdrawal_requested',
  'payments.withdrawal_updated',
  'payments.withdrawal_settled',
  'payments.withdrawal_returned',
  'payments.account_changed',
  'trading.trade_updated',
  'crypto.deposit_updated',
  'crypto.deposit_credited',
  'crypto.withdrawal_requested',
  'crypto.withdrawal_updated',
  'crypto.address_changed',
  'pricing.price_updated',
  'notifications.notice_added',
  'identity.account_changed',
  'conversations.message_added',
  'kyc.form_sent',
  'kyc.documents_reviewed',
  'kyc.level_changed',
] as const
/** Sent to every subscriber. */
export const PUBLIC_LIVE_EVENT_TYPES = ['pricing.price_updated'] as const

/**
 * The `data` of one server-sent event. It names the changed object without figures: the screen fetches them again. The first message of
 * a stream has the SSE event name `ready`: earlier changes must be fetched.
 */
export const LiveEvent = z.object({
  id: z.uuid(),
  type: z.enum(LIVE_EVENT_TYPES),
  at: z.iso.datetime(),
  /** For example `{ depositId }` or `{ pair }`. */
  refs: z.record(z.string(), z.string()),
})
export type LiveEvent = z.infer<typeof LiveEvent>

/** Characters; the form uses the same limits. */
export const CONTACT_LENGTH = { sender: 254, subject: 120, message: 5_000 } as const

const StoredMail = z.object({
  id: z.string(),
  at: z.string(),
  to: z.string(),
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})

/** Notice of the bell. Security notices are always mailed too, the others by the person's preferences. */
export const Notice = z.object({
  id: z.uuid(),
  kind: z.string(),
  /** In the caller's language, as error sentences are. */
  title: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
  /** Path inside the product with the details. */
  url: z.string().nullable(),
})
export type Notice = z.infer<typeof Notice>

/** Mail preferences of a person; security mails cannot be turned off. */
export const Preferences = z.object({ mailDeposits: z.boolean(), mailWithdrawals: z.boolean(), mailTrades: z.boolean() })
export type Preferences = z.infer<typeof Preferences>

export const notifications = {
  notices: endpoint({
    method: 'GET',
    path: '/api/notices',
    role: 'SIGNED_IN',
    summary: "The caller's notices, newest first, and how many are unread",
    query: z.object({
      before: z.iso.datetime().optional().meta({ description: 'Older than this instant' }),
      size: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: z.object({
      results: z.array(Notice),
      unread: z.int(),
      hasMore: z.boolean(),
      /** The server's clock, for relative times. */
      now: z.iso.datetime(),
    }),
    errors: ['request.invalid'],
  }),
  readNotices: endpoint({
    method: 'POST',
    path: '/api/notices/read',
    role: 'SIGNED_IN',
    summary: 'Mark notices as read; all of them without `ids`',
    body: z.object({ ids: z.array(z.uuid()).max(50).optional() }),
    response: z.object({ unread: z.int() }),
    errors: ['request.invalid'],
  }),
  preferences: endpoint({
    method: 'GET',
    path: '/api/notices/preferences',
    role: 'SIGNED_IN',
    summary: 'Optional mail preferences of the caller',
    response: Preferences,
    errors: [],
  }),
  changePreferences: endpoint({
    method: 'PUT',
    path: '/api/notices/preferences',
    role: 'SIGNED_IN',
    summary: 'Choose the optional mails',
    body: Preferences,
    response: Preferences,
    errors: ['request.invalid'],
  }),
  stream: endpoint({
    method: 'GET',
    path: '/api/notifications/stream',
    role: 'SIGNED_IN',
    summary: "The caller's own events and public prices as server-sent events; ends with the access token or the session",
    answer: 'stream',
    response: LiveEvent,
    errors: ['identity.not_signed_in', 'identity.session_expired', 'notifications.too_many_streams'],
  }),
  contact: endpoint({
    method: 'POST',
    path: '/api/email/support/send',
    role: 'PUBLIC',
    summary: 'The contact form (PUB-02): a ticket, a mail to support and one to the sender; five an hour from a network for an address',
    body: z.object({
      sender: z
        .string()
        .meta({ description: `E-mail address, at most ${CONTACT_LENGTH.sender} characters`, examples: ['persona@correo.example'] }),
      subject: z.string().meta({ description: `One line, at most ${CONTACT_LENGTH.subject} characters` }),
      message: z.string().meta({ description: `At most ${CONTACT_LENGTH.message} characters` }),
      encrypted: z.unknown().optional().meta({ description: 'Accepted and ignored' }),
    }),
    response: z.object({
      ticket: z.string().meta({ examples: ['TJ-7K3F9Q2M'] }),
      /** Page with the state of the ticket; the path itself grants access. */
      statusPath: z.string(),
      /** Whether the path was mailed to the sender too: an address gets at most five such mails an hour, from all callers. */
      mailed: z.boolean(),
    }),
    errors: [
      'notifications.contact_sender_invalid',
      'notifications.contact_subject_invalid',
      'notifications.contact_message_invalid',
      'request.text_unseen',
      'notifications.too_many_contacts',
    ],
  }),
  mailbox: endpoint({
    method: 'GET',
    path: '/dev/mail',
    role: 'DEMO',
    summary: 'The embedded mailbox',
    answer: 'html',
    response: z.string(),
    errors: [],
  }),
  mailboxMessages: endpoint({
    method: 'GET',
    path: '/dev/mail/messages',
    role: 'DEMO',
    summary: 'The embedded mailbox as JSON, newest first',
    query: z.object({ to: z.string().max(254).optional() }),
    response: z.array(StoredMail),
    errors: [],
  }),
  mailboxMessage: endpoint({
    method: 'GET',
    path: '/dev/mail/:id',
    role: 'DEMO',
    summary: 'One message',
    params: z.object({ id: z.string().max(60) }),
    answer: 'html',
    response: z.string(),
    errors: ['request.not_found'],
  }),
}
