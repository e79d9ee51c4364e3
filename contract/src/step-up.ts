/**
 * Step-up authentication: the second factor is requested again before a critical action (ID-10, SEC-46, R7). Part of the module `identity`.
 * 1. `POST /api/step-up` with the call that is about to be made, 2. its code or passkey, 3. the call itself with the header
 * `Step-Up-Grant`. The grant is bound to account, session, call and the values the call names in `stepUp.binds`; it works once, for
 * two minutes. A repeat of the same operation (same `Idempotency-Key`, same body) may present the grant it used.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { PasskeyAnswer, PasskeyOptions } from './identity.ts'

export { STEP_UP_HEADER } from './endpoint.ts'

export const GRANT_LIFE_SECONDS = 120
export const STEP_UP_METHODS = ['passkey', 'totp', 'recovery', 'mail'] as const
export type StepUpMethod = (typeof STEP_UP_METHODS)[number]

export const StepUp = z.object({
  id: z.uuid(),
  /** Description of the action, written by the server: the person approves this text, not the page's. */
  title: z.string(),
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Best first. `mail` only for a person without another factor. */
  methods: z.array(z.enum(STEP_UP_METHODS)),
  passkey: PasskeyOptions.nullable(),
  /** Masked mailbox to which the code was sent. */
  sentTo: z.string().nullable(),
  expiresAt: z.iso.datetime(),
})
export type StepUp = z.infer<typeof StepUp>

const stepUpId = z.object({ id: z.string().max(64) })

export const stepUp = {
  begin: endpoint({
    method: 'POST',
    path: '/api/step-up',
    role: 'SIGNED_IN',
    summary: 'Begin to approve one call. Without another factor, a code of six digits is mailed',
    body: z.object({
      call: z
        .string()
        .max(200)
        .meta({ description: 'Method and path as in this document', examples: ['POST /payment/withdraw'] }),
      params: z.record(z.string(), z.string()).optional().meta({ description: 'Path parameters of the call' }),
      query: z.record(z.string(), z.string()).optional().meta({ description: 'Query of the call' }),
      body: z.unknown().optional().meta({ description: 'The body the call will have' }),
    }),
    response: StepUp,
    errors: ['identity.step_up_unknown_call', 'identity.too_many_attempts', 'identity.too_many_codes', 'request.invalid'],
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/step-up/:id/verify',
    role: 'SIGNED_IN',
    summary: 'Code or passkey → grant; five tries',
    params: stepUpId,
    body: z.object({ method: z.enum(STEP_UP_METHODS), code: z.string().max(40).optional(), passkey: PasskeyAnswer.optional() }),
    response: z.object({ grant: z.string(), expiresInSeconds: z.int() }),
    errors: ['identity.second_factor_wrong', 'identity.step_up_expired', 'identity.too_many_attempts'],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/step-up/:id/resend',
    role: 'SIGNED_IN',
    summary: 'Mail another code; the one before stops working',
    params: stepUpId,
    response: z.object({ sentTo: z.string() }),
    errors: ['identity.step_up_expired', 'identity.too_many_codes'],
  }),
}
