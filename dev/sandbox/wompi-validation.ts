/** Validation of POST /transactions, with the shape of Wompi's 422 answer. */
import * as z from 'zod'
import { integritySignature } from './checksums.ts'
import { isAcceptanceToken } from './wompi-merchant.ts'
import { TransactionRequest } from './wompi-request.ts'

export type FieldMessages = Record<string, string[]>

interface Facts {
  integritySecret: string
  privateKey: string
  now: number
  isReferenceUsed: (reference: string) => boolean
}

export function readTransactionRequest(body: unknown, facts: Facts): { request: TransactionRequest } | { messages: FieldMessages } {
  const parsed = TransactionRequest.safeParse(body, { error: z.locales.es().localeError })
  if (!parsed.success) return { messages: byField(parsed.error) }
  const messages = checkAgainstFacts(parsed.data, facts)
  return Object.keys(messages).length > 0 ? { messages } : { request: parsed.data }
}

function checkAgainstFacts(request: TransactionRequest, facts: Facts): FieldMessages {
  const messages: FieldMessages = {}
  const expected = integritySignature({
    reference: request.reference,
    amountInCents: request.amount_in_cents,
    currency: request.currency,
    expirationTime: request.expiration_time,
    secret: facts.integritySecret,
  })
  if (request.signature !== expected) messages.signature = ['La firma es inválida']
  const accepted = (token: string, type: 'END_USER_POLICY' | 'PERSONAL_DATA_AUTH') => isAcceptanceToken(token, type, facts)
  if (!accepted(request.acceptance_token, 'END_USER_POLICY')) messages.acceptance_token = ['El token de aceptación no es válido']
  if (!accepted(request.accept_personal_auth, 'PERSONAL_DATA_AUTH')) messages.accept_personal_auth = ['El token de aceptación no es válido']
  if (request.expiration_time !== undefined && Date.parse(request.expiration_time) <= facts.now)
    messages.expiration_time = ['La fecha de expiración ya pasó']
  if (facts.isReferenceUsed(request.reference)) messages.reference = ['La referencia ya ha sido usada']
  return messages
}

function byField(error: z.ZodError): FieldMessages {
  const messages: FieldMessages = {}
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'body'
    messages[field] = [...(messages[field] ?? []), issue.message]
  }
  return messages
}
