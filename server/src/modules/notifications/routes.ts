import { notifications as contract } from '@tunjo/contract/notifications'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Mailer, StoredMail } from '../../platform/mail.ts'
import { refuse } from '../../platform/refusal.ts'
import type { SendContact } from './contact/send-contact.ts'
import type { OpenStream } from './live/open-stream.ts'
import { mailboxPage, messagePage } from './mailbox/pages.ts'

const MESSAGES_MAX = 200
/** Mails carry their styles in attributes, since mail programs read nothing else. Nothing but style gets through. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface NotificationFunctions {
  mail: Mailer
  openStream: OpenStream
  sendContact: SendContact
}

export function notificationRoutes({ mail, openStream, sendContact }: NotificationFunctions): Route[] {
  const messages = async (): Promise<StoredMail[]> => (await mail.inbox(MESSAGES_MAX)) ?? []
  return implement(contract, {
    stream: async ({ caller, http }) => openStream({ accountId: caller.accountId, stillSignedIn: http.stillSignedIn }),
    contact: async ({ body, caller, http }) => sendContact({ ...body, ip: http.ip, accountId: caller?.accountId ?? null }),
    async mailbox({ http }) {
      http.setHeader('content-security-policy', MAIL_POLICY)
      return mailboxPage(await mail.inbox(MESSAGES_MAX))
    },
    mailboxMessages: async ({ query }) => (await messages()).filter(({ to }) => query.to === undefined || to === query.to),
    async mailboxMessage({ params, http }) {
      http.setHeader('content-security-policy', MAIL_POLICY)
      const found = (await messages()).find(({ id }) => id === params.id)
      return found ? messagePage(found) : refuse('request.not_found')
    },
  })
}
