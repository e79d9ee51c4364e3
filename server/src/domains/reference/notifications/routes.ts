/** HTTP routes of notices, the contact form and the mailbox of the demo. */
import { notifications as contract } from '@tunjo/contract/notifications'
import { localeOf } from '../../../platform/http/preferred-locale.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import type { StoredMail } from '../../../platform/mail/mail.ts'
import type { Platform } from '../../../platform/module.ts'
import type { SendContact } from './contact/send-contact.ts'
import type { OpenStream } from './live/open-stream.ts'
import { mailboxPage, messagePage } from './mailbox/pages.ts'
import { listNotices } from './notices/list-notices.ts'
import { countUnread, markRead, preferencesOf, savePreferences } from './notices/store.ts'
import type { TranslateText } from './types.ts'

const MESSAGES_MAX = 200
/** Mails carry their styles in attributes, since mail programs read nothing else. The policy admits nothing but styles. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface NotificationFunctions extends Pick<Platform, 'db' | 'clock' | 'mail'> {
  openStream: OpenStream
  translate: TranslateText
  sendContact: SendContact
}

export function notificationRoutes({ db, clock, mail, openStream, sendContact, translate }: NotificationFunctions): Route[] {
  const messages = async (): Promise<StoredMail[]> => (await mail.inbox(MESSAGES_MAX)) ?? []
  return implement(contract, {
    notices: async ({ query, caller: { accountId }, http }) =>
      listNotices(db, {
        accountId,
        size: query.size,
        now: clock.now(),
        before: query.before === undefined ? null : new Date(query.before),
        locale: localeOf(http),
        translate,
      }),
    async readNotices({ body, caller: { accountId } }) {
      await markRead(db, accountId, body.ids, clock.now())
      return { unread: await countUnread(db, accountId) }
    },
    preferences: async ({ caller }) => preferencesOf(db, caller.accountId),
    async changePreferences({ body, caller }) {
      await savePreferences(db, caller.accountId, body)
      return body
    },
    stream: async ({ caller, http }) => openStream({ accountId: caller.accountId, stillSignedIn: http.stillSignedIn }),
    contact: async ({ body, caller, http }) =>
      sendContact({ ...body, ip: http.ip, accountId: caller?.accountId ?? null, locale: localeOf(http) }),
    async mailbox({ http }) {
      http.setHeader('content-security-policy', MAIL_POLICY)
      return mailboxPage(await mail.inbox(MESSAGES_MAX), localeOf(http))
    },
    mailboxMessages: async ({ query }) => (await messages()).filter(({ to }) => query.to === undefined || to === query.to),
    async mailboxMessage({ params, http }) {
      http.setHeader('content-security-policy', MAIL_POLICY)
      const found = (await messages()).find(({ id }) => id === params.id)
      return found ? messagePage(found, localeOf(http)) : refuse('request.not_found')
    },
  })
}
