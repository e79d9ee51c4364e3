/** The text of a mail, before it is laid out. */
import type { Locale } from '@tunjo/contract/locales'

/** What one mail says: plain text, escaped by the layout. */
export interface MailText {
  subject: string
  /** Where an answer goes, when not to us. */
  replyTo?: string
  heading: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** The other answer to the same question, of equal weight. */
  otherAction?: { label: string; url: string }
  /** Last, in small type. */
  note?: string
  /** Spanish without it. */
  locale?: Locale
}
