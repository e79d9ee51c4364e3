/** Validation of POST /payouts, as Wompi refuses it before anything is accepted. */
import * as z from 'zod'
import type { Answer } from './answers.ts'
import type { Sandbox } from './context.ts'
import type { Payout } from './payout-types.ts'
import { totalWithFees } from './payout-views.ts'
import { bogotaDate } from './wompi-transaction.ts'

export const DAILY_LIMIT_CENTS = 150_000_000_000
export const DAILY_BATCHES = 3_800
const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000

const common = {
  name: z.string().min(1).max(100),
  email: z.email(),
  amount: z.int().positive(),
  reference: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,40}$/)
    .optional(),
}

const BankTransaction = z.strictObject({
  ...common,
  legalIdType: z.string(),
  legalId: z.string().min(4).max(20),
  personType: z.enum(['NATURAL', 'JURIDICA']).optional(),
  bankId: z.uuid(),
  accountType: z.enum(['AHORROS', 'CORRIENTE', 'DEPOSITO_ELECTRONICO']),
  accountNumber: z.string().min(6).max(20),
})

const KeyTransaction = z.strictObject({
  ...common,
  key: z.string().min(1),
  legalIdType: z.string().optional(),
  legalId: z.string().optional(),
})

const batch = {
  reference: z.string().min(1).max(100),
  accountId: z.string(),
  paymentType: z.enum(['PAYROLL', 'PROVIDERS', 'OTHER']),
  transactionStatus: z.enum(['APPROVED', 'FAILED']).optional(),
}

const requests = {
  v1: z.strictObject({ ...batch, transactions: z.array(BankTransaction).min(1).max(5_000) }),
  v2: z.strictObject({
    ...batch,
    transactions: z
      .array(z.union([KeyTransaction, BankTransaction]))
      .min(1)
      .max(5_000),
  }),
}

export type PayoutRequest = z.infer<(typeof requests)['v1' | 'v2']>

export function readPayoutRequest(
  sandbox: Sandbox,
  version: Payout['version'],
  body: unknown,
  idempotencyKey: string | undefined,
): { request: PayoutRequest; idempotencyKey: string } | { refused: Answer } {
  if (idempotencyKey === undefined || !/^[A-Za-z0-9-]{1,64}$/.test(idempotencyKey))
    return refuse(400, 'EXC_002', 'El encabezado idempotency-key es obligatorio: de 1 a 64 letras, números o guiones.')
  const repeated = findByIdempotencyKey(sandbox, idempotencyKey)
  if (repeated) return refuseRepeated(repeated)
  const parsed = requests[version].safeParse(body, { error: z.locales.es().localeError })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return refuse(400, 'EXC_002', `${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? 'no es válido'}`)
  }
  return checkFunds(sandbox, parsed.data) ?? { request: parsed.data, idempotencyKey }
}

function checkFunds(sandbox: Sandbox, request: PayoutRequest): { refused: Answer } | null {
  const account = sandbox.store.accounts.get(request.accountId)
  if (!account) return refuse(400, 'EXC_019', 'No se puede realizar el pago con la cuenta elegida.')
  const amounts = request.transactions.map((transaction) => transaction.amount)
  if (totalWithFees(amounts) > account.balanceInCents) return refuse(400, 'EXC_008', 'Saldo insuficiente para procesar el lote.')
  const used = usedToday(sandbox)
  if (used.amountInCents + sum(amounts) > DAILY_LIMIT_CENTS) return refuse(400, 'EXC_017', 'Se ha alcanzado el límite diario.')
  if (used.batches >= DAILY_BATCHES) return refuse(400, 'EXC_018', 'Se ha alcanzado el límite de transacciones del plan.')
  return null
}

export function usedToday(sandbox: Sandbox): { amountInCents: number; batches: number; transactions: number } {
  const today = bogotaDate(sandbox.clock())
  const payouts = sandbox.store.payouts.all().filter((payout) => bogotaDate(payout.createdAt) === today)
  const transactions = payouts.flatMap((payout) => payout.transactions)
  return {
    amountInCents: sum(transactions.map((transaction) => transaction.amountInCents)),
    batches: payouts.length,
    transactions: transactions.length,
  }
}

function findByIdempotencyKey(sandbox: Sandbox, idempotencyKey: string): Payout | undefined {
  const since = sandbox.clock() - IDEMPOTENCY_MS
  return sandbox.store.payouts.all().find((payout) => payout.idempotencyKey === idempotencyKey && payout.createdAt > since)
}

/** Names the batch already accepted under this key, so that the caller can find it. */
function refuseRepeated(payout: Payout): { refused: Answer } {
  const code = payout.version === 'v2' ? 'EXC_032' : 'EXC_022'
  const data = { payoutId: payout.id, reference: payout.reference }
  return { refused: { status: 409, body: { code, message: 'Idempotency key ya fue procesada.', data } } }
}

function refuse(status: number, code: string, message: string): { refused: Answer } {
  return { refused: { status, body: { code, message } } }
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
