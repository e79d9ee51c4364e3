/** Public interface of notifications. */
import type { Locale } from '@tunjo/contract/locales'
import type { NoticeKind, NoticeValues } from '@tunjo/contract/notices'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import type { MountedModule } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import type { MailTemplates } from './mail/templates.es.ts'

export type TemplateName = keyof MailTemplates
export type MailRequest = {
  [T in TemplateName]: {
    to: string
    template: T
    values: MailTemplates[T]
    /** Account of the mail, where it is known: it is part of the person's copy of their data. */
    accountId?: string
    /** Language for a recipient without an account; an account's own language comes before it. */
    locale?: Locale
  }
}[TemplateName]

/** One notice to a person: in the bell, and by mail when `mailTo` is set (security) or the person wants that mail (`optionalMailTo`). */
export type NoticeRequest = {
  [K in NoticeKind]: {
    accountId: string
    kind: K
    values: NoticeValues[K]
    /** Names the cause (`deposit <id>`): a request with the same name sends nothing again. */
    once?: string
    /** Mail to this address, whatever the person chose. */
    mailTo?: string
    /** Link "No fui yo" of the mail; it is never in the bell. */
    freezeUrl?: string
    /** Link of the mail by which the owner of a blocked account appeals; it is never in the bell. */
    appealUrl?: string
    /** Mail to this address only if the person wants it. */
    optionalMailTo?: string
    /** Path of the product's page with more details. */
    url?: string
  }
}[NoticeKind]

/** Address and language of a person's mail; null for an unknown account. */
export type AddressBook = (accountId: string) => Promise<{ email: string; langKey: string } | null>

/** Text of a catalogue of another module in the reader's language; a text that a person wrote is unchanged. */
export type TranslateText = (text: string, locale: Locale) => string

export interface Notifications extends MountedModule {
  readonly figures: Gauges
  /** In the caller's transaction. The bell's screens receive `notifications.notice_added`. */
  notify(tx: Transaction, notice: NoticeRequest): Promise<void>
  /** In the caller's transaction: the mail is sent exactly when the transaction is committed, and is retried until it is sent. */
  sendMail(tx: Connection, mail: MailRequest): Promise<void>
  /** Set once at the start: this module depends on no other, so the module that has the accounts provides it. */
  useAddressBook(addressBook: AddressBook): void
  /** Set once at the start, for the same cause: the catalogues of reasons and places are in other modules. */
  useTranslator(translate: TranslateText): void
}
