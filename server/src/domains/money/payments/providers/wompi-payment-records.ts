/** Records of payments at Wompi: their shape, and whether they belong to the payout that was asked about. Amounts are integer cents. */
import * as z from 'zod'
import { AnswerMismatch } from './http.ts'
import type { ExpectedPayout, PayoutStatus } from './payout.ts'

const failureReason = z.union([z.string(), z.object({ code: z.string() }).transform(({ code }) => code)])
export const PaymentRecords = z.object({
  data: z.object({
    records: z.array(
      z.object({
        payoutId: z.string().nullish(),
        payoutReference: z.string().nullish(),
        reference: z.string().nullish(),
        currency: z.string().nullish(),
        payeeInfo: z
          .object({
            accountNumber: z.string().nullish(),
            name: z.string().nullish(),
            legalId: z.string().nullish(),
            email: z.string().nullish(),
          })
          .nullish(),
        status: z.string(),
        amountInCents: z.int().min(0),
        failureReason: failureReason.nullish(),
        fee: z.object({ gmfInCents: z.int().min(0), totalInCents: z.int().min(0) }).nullish(),
      }),
    ),
  }),
})

const FAILED: ReadonlySet<string> = new Set(['FAILED', 'REJECTED', 'CANCELLED'])

/** The payments in an answer about a payout. @throws AnswerMismatch when one of them belongs to another payout */
export function paymentsIn({ data: { records: found } }: z.output<typeof PaymentRecords>, expected: ExpectedPayout): PayoutStatus[] {
  const fields = found.flatMap((record) => misfits(record, expected))
  if (fields.length > 0) throw new AnswerMismatch([...new Set(fields)])
  return found.map(fromWire)
}

/** The payments in an answer about a reference, of any payout. @throws AnswerMismatch when one of them has another reference */
export function allPaymentsIn({ data: { records: found } }: z.output<typeof PaymentRecords>, reference: string): PayoutStatus[] {
  if (found.some(({ payoutReference }) => payoutReference && payoutReference !== reference)) throw new AnswerMismatch(['reference'])
  return found.map(fromWire)
}

type PaymentRecord = z.output<typeof PaymentRecords>['data']['records'][number]

/** Fields of a record that belong to another payment. A missing field is not compared, except its reference. */
function misfits(record: PaymentRecord, { reference, payoutId, accountNumber, amountCop }: ExpectedPayout): string[] {
  const references = [record.payoutReference ?? reference, record.reference ?? referenceOfOnly(reference)]
  const isNamed = Boolean(record.payoutReference ?? record.reference)
  const isOurs = isNamed && references[0] === reference && references[1] === referenceOfOnly(reference)
  const wrong = {
    reference: !isOurs,
    id: Boolean(payoutId && record.payoutId && record.payoutId !== payoutId),
    currency: (record.currency ?? 'COP') !== 'COP',
    account: !isAccount(record.payeeInfo?.accountNumber ?? '', accountNumber),
    // A paid record with another amount is a fact: the step that applies it moves nothing and reports it.
    amount: FAILED.has(record.status) && BigInt(record.amountInCents) !== amountCop,
  }
  return Object.entries(wrong).flatMap(([field, isWrong]) => (isWrong ? [field] : []))
}

/** Providers may show the last digits only. */
const isAccount = (shown: string, number: string): boolean => {
  const digits = shown.replaceAll(/\D/g, '')
  return number.replaceAll(/\D/g, '').endsWith(digits)
}

/** Reference of the one transaction in the batch of a withdrawal. */
export const referenceOfOnly = (reference: string): string => `${reference}-1`

const fromWire = (record: PaymentRecord): PayoutStatus => ({
  payoutId: record.payoutId ?? null,
  state: record.status === 'APPROVED' ? 'paid' : FAILED.has(record.status) ? 'failed' : 'open',
  amountCop: BigInt(record.amountInCents),
  failureCode: record.failureReason ?? null,
  gmfCop: BigInt(record.fee?.gmfInCents ?? 0),
  feeCop: BigInt((record.fee?.totalInCents ?? 0) - (record.fee?.gmfInCents ?? 0)),
  payee: {
    name: record.payeeInfo?.name ?? '',
    document: record.payeeInfo?.legalId ?? '',
    email: record.payeeInfo?.email ?? '',
  },
})
