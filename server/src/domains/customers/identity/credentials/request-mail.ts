/**
 * Mail request without a session: to activate, to reset the password, or to write to us about a shut account. Only the mailbox shows
 * whether the e-mail has an account: the call writes the same for every address, and a job does the rest (SEC-15).
 */
import * as z from 'zod'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { networkOf } from '../../../../platform/http/network.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { IdentityContext } from '../core/context.ts'
import { MAIL_ALLOWANCE, MAIL_NETWORK_ALLOWANCE } from '../core/rate-limits.ts'
import { resendActivation } from '../core/resend-activation.ts'
import { normalizeEmail } from '../core/rules.ts'
import { mailAppealLink } from './mail-appeal-link.ts'
import { mailResetLink } from './mail-reset-link.ts'

const REQUESTED_MAILS = { activation: resendActivation, reset: mailResetLink, appeal: mailAppealLink } as const
type RequestedMail = keyof typeof REQUESTED_MAILS

/** Activation mails share the bucket of sign-ups. */
const BUCKETS: Readonly<Record<RequestedMail, string>> = { activation: 'sign-up', reset: 'reset-mail', appeal: 'appeal-mail' }

const JOB = 'identity.requested_mail'
const Payload = z.object({ mail: z.enum(['activation', 'reset', 'appeal']), email: z.string() })

export async function requestMail(context: IdentityContext, mail: RequestedMail, typed: string, ip: string): Promise<void> {
  const email = normalizeEmail(typed)
  if (!email) refuse('identity.email_invalid')
  await context.rateLimit.take(
    [
      { kind: `${mail}-mail-network`, key: networkOf(ip), allowance: MAIL_NETWORK_ALLOWANCE },
      { kind: BUCKETS[mail], key: email, allowance: MAIL_ALLOWANCE },
    ],
    'identity.too_many_attempts',
  )
  const payload: z.output<typeof Payload> = { mail, email }
  await inTransaction(context.db, (tx) => context.jobs.enqueue(tx, { name: JOB, key: newId(), payload }))
}

export function handleRequestedMails(context: IdentityContext): void {
  context.jobs.handle({
    name: JOB,
    async run(payload) {
      const { mail, email } = Payload.parse(payload)
      await REQUESTED_MAILS[mail](context, email)
      return undefined
    },
  })
}
