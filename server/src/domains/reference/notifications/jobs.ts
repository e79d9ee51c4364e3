/**
 * Mail queue: each mail is retried until it is sent. While the mail server accepts none, every mail is retried within half a minute. One
 * that the server refuses while it accepts others is retried with exponential backoff for about eight hours, and then becomes a dead job,
 * which a gauge reports.
 */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import * as z from 'zod'
import { storedLocale } from '../../../platform/database/stored-locale.ts'
import { MailRefused } from '../../../platform/mail/mail.ts'
import type { Platform } from '../../../platform/module.ts'
import type { Log } from '../../../platform/observability/log.ts'
import { renderMail } from './mail/render.ts'
import { findUnsentMail, markMailSent } from './store.ts'
import type { AddressBook, TranslateText } from './types.ts'

export const SEND_MAIL_JOB = 'notifications.send_mail'
const MAX_ATTEMPTS = 100
const AGAIN_MS = { least: 500, most: 20_000 }
/** A mail that waits longer is not a short interruption: it is logged as an error. */
const WORRYING_MS = 60_000
const MailJob = z.object({ id: z.uuid() })

interface MailReaders {
  readonly addressBook: AddressBook
  readonly translate: TranslateText
}

export function handleMailJobs({ jobs, db, mail, clock }: Platform, { addressBook, translate }: MailReaders): void {
  let lastSentAt = new Date(0)
  /** @throws when this mail itself is refused, since the server accepted another one meanwhile */
  function tryAgain(error: unknown, { requestedAt, log }: { requestedAt: Date; log: Log }) {
    if (error instanceof MailRefused && lastSentAt >= requestedAt) throw error
    const waitedMs = clock.now().getTime() - requestedAt.getTime()
    log[waitedMs < WORRYING_MS ? 'warn' : 'error']({ err: error, waitedMs }, 'mail not sent, will be tried again')
    return { againInMs: Math.min(Math.max(waitedMs, AGAIN_MS.least), AGAIN_MS.most) }
  }
  jobs.handle({
    name: SEND_MAIL_JOB,
    lane: 'mail',
    maxAttempts: MAX_ATTEMPTS,
    async run(payload, { log }) {
      const { id } = MailJob.parse(payload)
      const request = await findUnsentMail(db, id)
      if (!request) return undefined
      const locale = request.ownerId === null ? (request.locale ?? DEFAULT_LOCALE) : storedLocale(await addressBook(request.ownerId))
      const message = { id, to: request.to, ...renderMail(request, { locale, translate }) }
      const failed = await mail.send(message).then(
        () => null,
        (error: unknown) => ({ error }),
      )
      if (failed) return tryAgain(failed.error, { requestedAt: request.requestedAt, log })
      lastSentAt = clock.now()
      await markMailSent(db, id, lastSentAt)
      return undefined
    },
  })
}
