/** Wompi payments (PSE): https://docs.wompi.co. Amounts are integer cents. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { WompiSettings } from '../config.ts'
import { AnswerMismatch, callJson, jsonInteger, ProviderUnreachable } from './http.ts'
import { legalIdOf } from './legal-id.ts'
import type { PseCreation, PsePayment, PseProvider, PseTransaction } from './pse.ts'

const contractOf = z.object({ acceptance_token: z.string(), permalink: z.url() })
const merchant = z.object({ data: z.object({ presigned_acceptance: contractOf, presigned_personal_data_auth: contractOf }) })

const transaction = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum(['PENDING', 'APPROVED', 'DECLINED', 'ERROR', 'VOIDED']),
  amount_in_cents: z.int().min(0),
  currency: z.string(),
  customer_email: z.string().nullish(),
  customer_data: z.object({ full_name: z.string().nullish() }).nullish(),
  payment_method: z
    .object({
      user_legal_id: z.union([z.string(), z.number().transform(String)]).nullish(),
      extra: z.object({ async_payment_url: z.url().optional(), traceability_code: z.string().optional() }).nullish(),
    })
    .nullish(),
})
const oneTransaction = z.object({ data: transaction })
const transactions = z.object({ data: z.array(transaction) })
const invalidInput = z.object({ error: z.object({ messages: z.record(z.string(), z.unknown()) }) })

/** For the payment page; the test-data page of the documentation gives 30. */
const MAX_DESCRIPTION = 30
const PAGE_SIZE = 50
/** 100,000 payments in the requested days. */
const MAX_PAGES = 2_000

export function createWompi({ url, publicKey, privateKey, integritySecret }: WompiSettings): PseProvider {
  const asPublic = { authorization: `Bearer ${publicKey}` }
  const asPrivate = { authorization: `Bearer ${privateKey}` }

  async function contracts() {
    const { status, body } = await callJson(`${url}/merchants/${encodeURIComponent(publicKey)}`)
    return readAnswer(merchant, status, body).data
  }

  return {
    async terms() {
      const { presigned_acceptance, presigned_personal_data_auth } = await contracts()
      return { policyUrl: presigned_acceptance.permalink, personalDataUrl: presigned_personal_data_auth.permalink }
    },
    async create(payment) {
      try {
        const accepted = await contracts()
        const { status, body } = await callJson(`${url}/transactions`, {
          method: 'POST',
          headers: asPublic,
          body: {
            acceptance_token: accepted.presigned_acceptance.acceptance_token,
            accept_personal_auth: accepted.presigned_personal_data_auth.acceptance_token,
            ...creationOf(payment, integritySecret),
          },
        })
        return readCreation(status, body)
      } catch (error) {
        if (error instanceof ProviderUnreachable) return { outcome: 'unknown', detail: error.message }
        throw error
      }
    },
    async transaction(id) {
      const { status, body } = await callJson(`${url}/transactions/${encodeURIComponent(id)}`, { headers: asPrivate })
      return status === 404 ? null : ofId(id, fromWire(readAnswer(oneTransaction, status, body).data))
    },
    async transactionsOfReference(reference) {
      const { status, body } = await callJson(`${url}/transactions?reference=${encodeURIComponent(reference)}`, { headers: asPrivate })
      const found = readAnswer(transactions, status, body).data.filter((candidate) => candidate.reference === reference)
      return found.map(fromWire)
    },
    async transactionsBetween(from, until) {
      const found = new Map<string, PseTransaction>()
      for (let page = 1; page <= MAX_PAGES; page++) {
        const query = new URLSearchParams({ from_date: from, until_date: until, page: String(page), page_size: String(PAGE_SIZE) })
        const { status, body } = await callJson(`${url}/transactions?${query}`, { headers: asPrivate })
        const { data } = readAnswer(transactions, status, body)
        const before = found.size
        for (const one of data) found.set(one.id, fromWire(one))
        // An incomplete page is the last one; a repeated page means that the provider does not paginate.
        if (data.length < PAGE_SIZE || found.size === before) break
      }
      return [...found.values()]
    },
  }
}

function ofId(id: string, found: PseTransaction): PseTransaction {
  if (found.id !== id) throw new AnswerMismatch(['id'])
  return found
}

export interface SignedFields {
  readonly reference: string
  readonly amountCop: bigint
  /** As it is sent; absent when the payment does not expire. */
  readonly expirationTime?: string
}

export function integritySignature({ reference, amountCop, expirationTime = '' }: SignedFields, secret: string): string {
  return createHash('sha256').update(`${reference}${amountCop}COP${expirationTime}${secret}`).digest('hex')
}

function creationOf(
  { reference, amountCop, bankCode, redirectUrl, payableUntil, description, payer }: PsePayment,
  integritySecret: string,
): object {
  const expirationTime = payableUntil.toISOString()
  return {
    amount_in_cents: jsonInteger(amountCop),
    currency: 'COP',
    signature: integritySignature({ reference, amountCop, expirationTime }, integritySecret),
    expiration_time: expirationTime,
    customer_email: payer.email,
    reference,
    redirect_url: redirectUrl,
    payment_method_type: 'PSE',
    payment_method: {
      type: 'PSE',
      user_type: payer.personType === 'natural' ? 0 : 1,
      user_legal_id_type: payer.documentType,
      user_legal_id: legalIdOf(payer),
      financial_institution_code: bankCode,
      payment_description: description.slice(0, MAX_DESCRIPTION),
      // Required from financial services against fraud: payer's address, day the product was opened, document of its holder.
      reference_one: payer.ip,
      reference_two: payer.accountOpenedOn,
      reference_three: legalIdOf(payer),
    },
    customer_data: { phone_number: payer.phone.replace(/\D/g, ''), full_name: payer.fullName },
  }
}

function readCreation(status: number, body: unknown): PseCreation {
  if (status === 200 || status === 201) return { outcome: 'created', transaction: fromWire(readAnswer(oneTransaction, status, body).data) }
  if (status !== 422 && status !== 400) return { outcome: 'unknown', detail: `HTTP ${status}` }
  const fields = invalidInput.safeParse(body)
  const messages = fields.success ? fields.data.error.messages : {}
  if ('reference' in messages) return { outcome: 'reference_used' }
  return { outcome: 'refused', detail: Object.keys(messages).join(', ') || `HTTP ${status}` }
}

function readAnswer<S extends z.ZodType>(schema: S, status: number, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (status >= 400 || !parsed.success) throw new ProviderUnreachable(`HTTP ${status} without the expected answer`)
  return parsed.data
}

const fromWire = ({ payment_method: method, ...record }: z.output<typeof transaction>): PseTransaction => ({
  id: record.id,
  reference: record.reference,
  status: record.status,
  amountCop: BigInt(record.amount_in_cents),
  currency: record.currency,
  paymentUrl: method?.extra?.async_payment_url ?? null,
  bankReference: method?.extra?.traceability_code ?? null,
  payer: {
    name: record.customer_data?.full_name ?? '',
    document: method?.user_legal_id ?? '',
    email: record.customer_email ?? '',
  },
})
