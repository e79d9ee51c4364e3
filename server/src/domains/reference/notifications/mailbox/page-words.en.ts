/** English words of the mailbox pages, beside page-words.es.ts. */
import type { PageWords } from './page-words.es.ts'

export const PAGE_WORDS_EN: PageWords = {
  format: 'en-US',
  mails: 'Mails',
  none: 'Mails leave by SMTP: this mailbox exists only when there is no mail server.',
  empty: 'There are no mails yet. For example, sign up to receive one.',
  all: 'All mails',
  date: 'Date',
  to: 'To',
  subject: 'Subject',
  replyTo: 'Reply to',
  plain: 'Text version',
  mailbox: 'Demo mailbox',
}
