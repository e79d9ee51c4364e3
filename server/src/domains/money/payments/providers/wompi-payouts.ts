/** Wompi "Pagos a Terceros": https://docs.wompi.co. One batch with one transaction per withdrawal. Amounts are integer cents. */
import * as z from 'zod'
import type { PayoutsKey, PayoutsSettings } from '../config.ts'
import { AnswerMismatch, callJson, type JsonAnswer, jsonInteger, ProviderUnreachable } from './http.ts'
import { legalIdOf } from './legal-id.ts'
import type { PayoutCreation, PayoutOrder, PayoutProvider, PayoutStatus } from './payout.ts'
import { allPaymentsIn, PaymentRecords, paymentsIn, referenceOfOnly } from './wompi-payment-records.ts'

/** An empty id would name another path at the provider. */
const text = z.string().min(1)
const creation = z.object({
  data: z.object({ payoutId: text, transactions: z.literal(1).nullish(), success: z.literal(1).nullish() }),
})
const failure = z.object({ code: z.string() })
const bankList = z.object({
  data: z.array(z.object({ id: text, achCode: text, isElectronicDeposit: z.boolean().default(false) })),
})
const payoutList = z.object({ data: z.object({ pages: z.int().min(0), records: z.array(z.object({ reference: z.string() })) }) })
const accounts = z.object({ data: z.array(z.object({ id: z.string(), balanceInCents: z.int() })) })
const payout = z.object({ data: z.object({ id: z.string().nullish(), reference: text, status: z.string() }) })

type ProviderBank = z.output<typeof bankList>['data'][number]

const DOCUMENT_TYPES = { CC: 'CC', CE: 'CE', NIT: 'NIT', PA: 'PP', PPT: 'PPT' } as const
/** Balance, daily limit and plan concern the platform and the provider; 401, 403 and 429 stop before anything is read. */
const TEMPORARY_CODES: ReadonlySet<string> = new Set(['EXC_008', 'EXC_017', 'EXC_018'])
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([401, 403, 429])
/** Batches refused by the approver at the provider, by its checks, or for suspected fraud: none of it was or will be paid. */
const REFUSED_BATCHES: ReadonlySet<string> = new Set(['NOT_APPROVED', 'REJECTED', 'AFE_REJECTED'])
const BANKS_FRESH_MS = 24 * 3_600_000
const MISSING_BANK_MS = 30_000
const MAX_NAME = 100
const MAX_PAGES = 1_000

/** Client of a process without a key of the provider: it makes no call, and every outcome stays unknown. */
function keylessPayouts(): PayoutProvider {
  const inDoubt = () => Promise.reject(new ProviderUnreachable('this process holds no key of the payouts provider'))
  return {
    ...{ create: inDoubt, balance: inDoubt, ofReference: inDoubt, allOfReference: inDoubt },
    ...{ referenceOf: inDoubt, referencesBetween: inDoubt },
  }
}

export const createPayouts = ({ key, ...settings }: PayoutsSettings, now: () => Date): PayoutProvider =>
  key ? createWompiPayouts({ ...settings, ...key }, now) : keylessPayouts()

type WompiPayoutsSettings = Pick<PayoutsSettings, 'url' | 'accountId'> & PayoutsKey

export function createWompiPayouts({ url, apiKey, principalId, accountId }: WompiPayoutsSettings, now: () => Date): PayoutProvider {
  const headers = { 'x-api-key': apiKey, 'user-principal-id': principalId }
  const bankOf = bankFinder(async () => readBanks(await callJson(`${url}/v1/banks`, { headers })), now)

  async function readPayout(payoutId: string) {
    const { status, body } = await callJson(`${url}/v1/payouts/${encodeURIComponent(payoutId)}`, { headers })
    if (status === 404) return null
    const { data } = readAnswer(payout, status, body)
    if (data.id && data.id !== payoutId) throw new AnswerMismatch(['id'])
    return data
  }

  /** A batch that was refused as a whole leaves its transactions unchanged, PENDING permanently. */
  async function unlessBatchRefused(payment: PayoutStatus, reference: string): Promise<PayoutStatus> {
    const batch = payment.payoutId === null ? null : await readPayout(payment.payoutId)
    if (batch && batch.reference !== reference) throw new AnswerMismatch(['reference'])
    return batch && REFUSED_BATCHES.has(batch.status) ? { ...payment, state: 'failed', failureCode: batch.status } : payment
  }

  return {
    async create(order) {
      try {
        const bank = await bankOf(order.bankCode)
        if (typeof bank === 'string') return { outcome: 'refused', code: 'D02', isTemporary: bank === 'missing', wasSent: false }
        const { status, body } = await callJson(`${url}/v1/payouts`, {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': order.reference },
          body: { reference: order.reference, accountId, paymentType: 'OTHER', transactions: [transactionOf(order, bank)] },
        })
        return readCreation(status, body)
      } catch (error) {
        if (error instanceof ProviderUnreachable) return { outcome: 'unknown', detail: error.message }
        throw error
      }
    },
    async ofReference(expected) {
      const { status, body } = await callJson(`${url}/v1/transactions/${encodeURIComponent(expected.reference)}`, { headers })
      if (status === 404) return []
      const found = paymentsIn(readAnswer(PaymentRecords, status, body), expected)
      return Promise.all(found.map((one) => (one.state === 'open' ? unlessBatchRefused(one, expected.reference) : one)))
    },
    async allOfReference(reference) {
      const { status, body } = await callJson(`${url}/v1/transactions/${encodeURIComponent(reference)}`, { headers })
      return status === 404 ? [] : allPaymentsIn(readAnswer(PaymentRecords, status, body), reference)
    },
    balance: async () => balanceOf(await callJson(`${url}/v1/accounts`, { headers }), accountId),
    async referenceOf(payoutId) {
      return (await readPayout(payoutId))?.reference ?? null
    },
    referencesBetween: (from, until) =>
      allPages(async (page) => {
        const query = new URLSearchParams({ fromDate: from, toDate: until, page: String(page), limit: '100' })
        const { status, body } = await callJson(`${url}/v1/payouts?${query}`, { headers })
        return readAnswer(payoutList, status, body).data
      }),
  }
}

async function allPages(read: (page: number) => Promise<z.output<typeof payoutList>['data']>): Promise<string[]> {
  const found: string[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { records: batch, pages } = await read(page)
    found.push(...batch.map(({ reference }) => reference))
    if (page >= pages) break
  }
  return found
}

function balanceOf({ status, body }: JsonAnswer, accountId: string): bigint {
  const account = readAnswer(accounts, status, body).data.find(({ id }) => id === accountId)
  if (!account) throw new ProviderUnreachable('the account of payouts is not among ours')
  return BigInt(account.balanceInCents)
}

const readBanks = ({ status, body }: JsonAnswer): ProviderBank[] => readAnswer(bankList, status, body).data

/**
 * The last valid list replaces an unreadable one, one that is shorter by half, and one in which a bank has the id of another.
 * @throws ProviderUnreachable when there is none
 */
async function newOrLast(read: () => Promise<ProviderBank[]>, last: ProviderBank[] | null): Promise<ProviderBank[]> {
  try {
    const list = await read()
    if (list.length === 0) throw new ProviderUnreachable('the list of banks is empty')
    if (last && list.length * 2 < last.length) throw new ProviderUnreachable('the list of banks lacks most of them')
    const codes = new Map(last?.map(({ id, achCode }) => [id, achCode]))
    if (list.some(({ id, achCode }) => (codes.get(id) ?? achCode) !== achCode))
      throw new ProviderUnreachable('banks have exchanged their ids')
    return list
  } catch (error) {
    if (last && error instanceof ProviderUnreachable) return last
    throw error
  }
}

/** A bank that is in no list is missing; one that only the newest list lacks may be in the next. */
type FoundBank = ProviderBank | 'missing' | 'missing_again'

/** Find a bank by its code in the PSE network; the list is requested once a day, and again for a bank that it lacks. */
function bankFinder(read: () => Promise<ProviderBank[]>, now: () => Date) {
  let banks: { at: number; list: ProviderBank[] } | null = null
  const missingSince = new Map<string, number>()
  const inList = (code: string) => banks?.list.find(({ achCode }) => achCode === code || achCode.padStart(4, '1') === code)
  return async (code: string): Promise<FoundBank> => {
    const at = now().getTime()
    if (!banks || at - banks.at >= (inList(code) ? BANKS_FRESH_MS : MISSING_BANK_MS))
      banks = { at, list: await newOrLast(read, banks?.list ?? null) }
    const found = inList(code)
    if (found) missingSince.delete(code)
    else if (!missingSince.has(code)) missingSince.set(code, banks.at)
    return found ?? (banks.at - (missingSince.get(code) ?? at) >= MISSING_BANK_MS ? 'missing_again' : 'missing')
  }
}

function transactionOf({ reference, amountCop, accountType, accountNumber, payee }: PayoutOrder, bank: ProviderBank): object {
  return {
    legalIdType: DOCUMENT_TYPES[payee.documentType],
    legalId: legalIdOf(payee),
    personType: payee.personType === 'natural' ? 'NATURAL' : 'JURIDICA',
    bankId: bank.id,
    accountType: bank.isElectronicDeposit ? 'DEPOSITO_ELECTRONICO' : accountType === 'savings' ? 'AHORROS' : 'CORRIENTE',
    accountNumber,
    name: payee.fullName.slice(0, MAX_NAME),
    email: payee.email,
    amount: jsonInteger(amountCop),
    reference: referenceOfOnly(reference),
  }
}

function readCreation(status: number, body: unknown): PayoutCreation {
  const created = creation.safeParse(body)
  if (status < 300 && created.success) return { outcome: 'accepted', payoutId: created.data.data.payoutId }
  if (status === 409) return { outcome: 'key_used' }
  const { data } = failure.safeParse(body)
  if (TEMPORARY_STATUSES.has(status)) return { outcome: 'refused', code: data?.code ?? `HTTP_${status}`, isTemporary: true, wasSent: true }
  if (status >= 400 && data) return { outcome: 'refused', code: data.code, isTemporary: TEMPORARY_CODES.has(data.code), wasSent: true }
  return { outcome: 'unknown', detail: `HTTP ${status} without the expected answer` }
}

function readAnswer<S extends z.ZodType>(schema: S, status: number, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (status >= 400 || !parsed.success) throw new ProviderUnreachable(`HTTP ${status} without the expected answer`)
  return parsed.data
}
