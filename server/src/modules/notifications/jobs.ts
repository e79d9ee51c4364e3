/** Sends mails until they are sent: about eight hours of tries, then an operator is told. */
import type { Platform } from '../../platform/module.ts'
import { renderMail } from './mail/render.ts'
import { findUnsentMail, markMailSent } from './store.ts'

export const SEND_MAIL_JOB = 'notifications.send_mail'
const MAX_ATTEMPTS = 100

export function handleMailJobs({ jobs, db, mail, clock }: Platform): void {
  jobs.handle({
    name: SEND_MAIL_JOB,
    lane: 'mail',
    maxAttempts: MAX_ATTEMPTS,
    async run(payload) {
      const { id } = payload as { id: string }
      const request = await findUnsentMail(db, id)
      if (!request) return undefined
      await mail.send({ to: request.to, ...renderMail(request) })
      await markMailSent(db, id, clock.now())
      return undefined
    },
  })
}
