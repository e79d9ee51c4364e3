/** Text of a mail, before the layout. */

/** Content of one mail: plain text, which the layout escapes. */
export interface MailText {
  subject: string
  /** Reply-To, when it is not the default. */
  replyTo?: string
  heading: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Second action of equal weight. */
  otherAction?: { label: string; url: string }
  /** At the end, in small type. */
  note?: string
}
