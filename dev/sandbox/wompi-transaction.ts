/** A PSE payment of the simulated Wompi: its record, its changes of state, and how the contract shows it. */
import { randomBytes } from 'node:crypto'
import { testInstitutions } from './banks.ts'
import type { Sandbox } from './context.ts'
import { announce } from './webhooks.ts'
import type { TransactionRequest } from './wompi-request.ts'
import type { FinalPseStatus, PseTransaction } from './wompi-types.ts'

/** The payment link is not ready immediately: the first read of a new transaction still lacks it. */
const READS_UNTIL_LINK = 2

export function createTransaction(sandbox: Sandbox, request: TransactionRequest): PseTransaction {
  const now = sandbox.clock()
  const transaction: PseTransaction = {
    id: `1-${Math.floor(now / 1000)}-${10_001 + sandbox.store.transactions.all().length}`,
    request,
    status: 'PENDING',
    statusMessage: null,
    createdAt: now,
    finalizedAt: null,
    ticket: randomBytes(16).toString('hex'),
    ticketUsed: false,
    reads: 0,
  }
  sandbox.store.transactions.put(transaction)
  return transaction
}

export function countRead(sandbox: Sandbox, transaction: PseTransaction): PseTransaction {
  if (transaction.reads >= READS_UNTIL_LINK) return transaction
  const read = { ...transaction, reads: transaction.reads + 1 }
  sandbox.store.transactions.put(read)
  return read
}

const statusMessages: Record<FinalPseStatus | 'VOIDED', string | null> = {
  VOIDED: 'La transacción fue anulada',
  APPROVED: null,
  DECLINED: 'Transacción rechazada por el banco',
  ERROR: 'Se presentó un error en la comunicación con el banco',
}

/** Move a transaction and send the signed event. Also used by the controls, where an outcome may be changed again. */
export function settle(
  sandbox: Sandbox,
  transaction: PseTransaction,
  status: FinalPseStatus | 'VOIDED',
  statusMessage = statusMessages[status],
): void {
  const settled: PseTransaction = { ...transaction, status, statusMessage, finalizedAt: sandbox.clock() }
  sandbox.store.transactions.put(settled)
  announce(sandbox, {
    channel: 'payments',
    event: 'transaction.updated',
    data: { transaction: toTransactionView(sandbox, settled) },
    properties: ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'],
  })
}

export function hasExpired(sandbox: Sandbox, { request }: PseTransaction): boolean {
  return request.expiration_time !== undefined && Date.parse(request.expiration_time) <= sandbox.clock()
}

export function suggestedOutcome({ request }: PseTransaction): FinalPseStatus | undefined {
  return testInstitutions[request.payment_method.financial_institution_code]?.outcome
}

export function toTransactionView(sandbox: Sandbox, transaction: PseTransaction): Record<string, unknown> {
  const { request } = transaction
  const extra = showExtra(sandbox, transaction)
  return {
    id: transaction.id,
    created_at: new Date(transaction.createdAt).toISOString(),
    finalized_at: transaction.finalizedAt === null ? null : new Date(transaction.finalizedAt).toISOString(),
    amount_in_cents: request.amount_in_cents,
    reference: request.reference,
    customer_email: request.customer_email,
    currency: request.currency,
    payment_method_type: request.payment_method_type,
    payment_method: extra === undefined ? request.payment_method : { ...request.payment_method, extra },
    redirect_url: request.redirect_url,
    status: transaction.status,
    status_message: transaction.statusMessage,
    payment_link_id: null,
    payment_source_id: null,
    customer_data: request.customer_data,
    merchant: { name: 'Tunjo' },
    taxes: [],
  }
}

const transactionStates: Record<FinalPseStatus | 'VOIDED', string> = {
  APPROVED: 'OK',
  VOIDED: 'OK',
  DECLINED: 'NOT_AUTHORIZED',
  ERROR: 'FAILED',
}

function showExtra(sandbox: Sandbox, transaction: PseTransaction): Record<string, unknown> | undefined {
  const { status, ticket, finalizedAt } = transaction
  if (status === 'PENDING' && transaction.reads < READS_UNTIL_LINK) return undefined
  const link = {
    is_three_ds: false,
    async_payment_url: `${sandbox.publicUrl()}/pse/authorize?ticket=${ticket}`,
    external_identifier: ticket,
  }
  if (status === 'PENDING' || finalizedAt === null) return link
  return {
    ...link,
    ticket_id: ticket,
    return_code: 'SUCCESS',
    request_date: bogotaDate(transaction.createdAt),
    traceability_code: transaction.id.slice(-5).padStart(7, '9'),
    transaction_cycle: '3',
    transaction_state: transactionStates[status],
    ...(status === 'APPROVED' ? { bank_processing_date: bogotaDate(finalizedAt) } : {}),
  }
}

const BOGOTA_OFFSET_MS = 5 * 60 * 60 * 1000

/** The day in Bogotá (UTC−5, no daylight saving), as YYYY-MM-DD. */
export function bogotaDate(ms: number): string {
  return new Date(ms - BOGOTA_OFFSET_MS).toISOString().slice(0, 10)
}
