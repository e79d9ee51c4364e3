/** What notifications offer other modules. */
import type { NoticeKind, NoticeValues } from '@tunjo/contract/notices'
import type { Connection, Transaction } from '../../platform/database.ts'
import type { Figures } from '../../platform/figures.ts'
import type { MountedModule } from '../../platform/module.ts'
import type { MailTemplates } from './mail/templates.es.ts'

export type TemplateName = keyof MailTemplates
export type MailRequest = {
  [T in TemplateName]: {
    to: string
    template: T
    values: MailTemplates[T]
    /** Whose mail it is, where that is known: it is part of what the person may ask us for. */
    accountId?: string
  }
}[TemplateName]

/** One thing a person is told: in the bell, and by mail when `mailTo` is set (security) or the person wants that mail (`optionalMailTo`). */
export type NoticeRequest = {
  [K in NoticeKind]: {
    accountId: string
    kind: K
    values: NoticeValues[K]
    /** Names what happened (`deposit <id>`): asked for again with the same name, nothing is told again. */
    once?: string
    /** Mail to this address, whatever the person chose. */
    mailTo?: string
    /** The "No fui yo" link of the mail; it is never in the bell. */
    freezeUrl?: string
    /** The link of the mail with which somebody whose account is shut writes to us; it is never in the bell. */
    appealUrl?: string
    /** Mail to this address only if the person wants it. */
    optionalMailTo?: string
    /** Path of ours with more to see. */
    url?: string
  }
}[NoticeKind]

/** Where a person's mail goes and in which language; null for an unknown account. */
export type AddressBook = (accountId: string) => Promise<{ email: string; langKey: string } | null>

export interface Notifications extends MountedModule {
  readonly figures: Figures
  /** In the caller's transaction. The bell's screens hear of it by `notifications.notice_added`. */
  notify(tx: Transaction, notice: NoticeRequest): Promise<void>
  /** In the caller's transaction: the mail leaves exactly when the transaction is committed, and is tried again until it is sent. */
  sendMail(tx: Connection, mail: MailRequest): Promise<void>
  /** Set once at the start: this module stands on nobody, so whoever knows the accounts tells it. */
  useAddressBook(addressBook: AddressBook): void
}
