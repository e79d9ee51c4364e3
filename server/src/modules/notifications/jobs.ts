/** Mail queue: sends mails until they are sent: about eight hours of tries, then an operator is told. */
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@tunjo/contract/locales'
import * as z from 'zod'
import type { Platform } from '../../platform/module.ts'
import { renderMail } from './mail/render.ts'
import { findUnsentMail, markMailSent } from './store.ts'
import type { AddressBook } from './types.ts'

export const SEND_MAIL_JOB = 'notifications.send_mail'
const MAX_ATTEMPTS = 100
const MailJob = z.object({ id: z.uuid() })

export function handleMailJobs({ jobs, db, mail, clock }: Platform, addressBook: AddressBook): void {
  jobs.handle({
    name: SEND_MAIL_JOB,
    lane: 'mail',
    maxAttempts: MAX_ATTEMPTS,
    async run(payload) {
      const { id } = MailJob.parse(payload)
      const request = await findUnsentMail(db, id)
      if (!request) return undefined
      const locale = request.ownerId === null ? DEFAULT_LOCALE : localeOf(await addressBook(request.ownerId))
      await mail.send({ to: request.to, ...renderMail(request, locale) })
      await markMailSent(db, id, clock.now())
      return undefined
    },
  })
}

const localeOf = (person: { langKey: string } | null): Locale => LOCALES.find((known) => known === person?.langKey) ?? DEFAULT_LOCALE
