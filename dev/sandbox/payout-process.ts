/** Processing of a batch from its creation to the bank's answer. The debit is returned when a transaction fails. */
import { randomUUID } from 'node:crypto'
import { payoutBanks } from './banks.ts'
import { findKeyFailure } from './breb.ts'
import type { Sandbox } from './context.ts'
import {
  finalTransactionStatuses,
  type Payout,
  type PayoutStatus,
  type PayoutTransaction,
  type PayoutTransactionStatus,
  rejectionMessages,
} from './payout-types.ts'
import type { PayoutRequest } from './payout-validation.ts'
import { toPayoutView, toTransactionEvent, totalWithFees } from './payout-views.ts'
import { readSwitches } from './switches.ts'
import { announce } from './webhooks.ts'

export function createPayout(sandbox: Sandbox, version: Payout['version'], request: PayoutRequest, idempotencyKey: string): Payout {
  const now = sandbox.clock()
  const payout: Payout = {
    id: randomUUID(),
    version,
    idempotencyKey,
    reference: request.reference,
    accountId: request.accountId,
    paymentType: request.paymentType,
    forcedStatus: request.transactionStatus ?? null,
    status: 'PENDING',
    createdAt: now,
    dueAt: now + readSwitches(sandbox).payoutDelayMs,
    transactions: request.transactions.map(readTransaction),
  }
  sandbox.store.payouts.put(payout)
  moveBalance(sandbox, payout.accountId, -totalWithFees(payout.transactions.map(({ amountInCents }) => amountInCents)))
  sandbox.payoutLoop.wake()
  return payout
}

function readTransaction(request: PayoutRequest['transactions'][number]): PayoutTransaction {
  const common = {
    id: randomUUID(),
    reference: request.reference ?? null,
    amountInCents: request.amount,
    name: request.name,
    email: request.email,
    status: 'PENDING' as const,
    failure: null,
    appliedAt: null,
  }
  if ('key' in request) return { ...common, key: request.key }
  const { bankId, accountType, accountNumber, legalIdType, legalId } = request
  return { ...common, bank: { id: bankId, accountType, accountNumber, legalIdType, legalId } }
}

export function nextPayoutDueAt({ store }: Pick<Sandbox, 'store'>): number | null {
  const due = store.payouts.all().flatMap((payout) => payout.dueAt ?? [])
  return due.length === 0 ? null : Math.min(...due)
}

export async function processDuePayouts(sandbox: Sandbox): Promise<void> {
  const now = sandbox.clock()
  for (const payout of sandbox.store.payouts.all()) {
    if (payout.dueAt !== null && payout.dueAt <= now) processPayout(sandbox, payout)
  }
}

function processPayout(sandbox: Sandbox, payout: Payout): void {
  const decided = payout.transactions.map((transaction) => ({ transaction, decision: decide(payout, transaction) }))
  const whole = decided.find(({ decision }) => typeof decision === 'string')?.decision
  if (whole) {
    const stopped: Payout = { ...payout, status: whole === 'hold' ? 'AFE_ON_HOLD' : 'NOT_APPROVED', dueAt: null }
    sandbox.store.payouts.put(stopped)
    if (whole === 'not_approved')
      moveBalance(sandbox, payout.accountId, totalWithFees(payout.transactions.map(({ amountInCents }) => amountInCents)))
    announcePayout(sandbox, stopped)
    return
  }
  sandbox.store.payouts.put({ ...payout, dueAt: null })
  for (const { transaction, decision } of decided) {
    if (typeof decision === 'string') continue
    settlePayoutTransaction(sandbox, payout.id, transaction.id, decision.status, decision.failureCode)
  }
}

type Decision = { status: PayoutTransactionStatus; failureCode?: string } | 'hold' | 'not_approved'

/** The last digits of the account number choose the answer of the bank. */
function decide(payout: Payout, { bank, key }: PayoutTransaction): Decision {
  if (payout.forcedStatus === 'APPROVED') return { status: 'APPROVED' }
  if (payout.forcedStatus === 'FAILED') return { status: 'FAILED', failureCode: 'D10' }
  if (!bank) {
    const failure = findKeyFailure(key ?? '')
    return failure ? { status: 'FAILED', failureCode: failure.code } : { status: 'APPROVED' }
  }
  if (bank.accountNumber.endsWith('0099')) return 'hold'
  if (bank.accountNumber.endsWith('0097')) return 'not_approved'
  if (bank.accountNumber.endsWith('0098')) return { status: 'PROCESSING' }
  const failureCode = findRejection(bank)
  return failureCode ? { status: 'FAILED', failureCode } : { status: 'APPROVED' }
}

function findRejection(bank: NonNullable<PayoutTransaction['bank']>): string | null {
  if (!payoutBanks.some(({ id }) => id === bank.id)) return 'D02'
  if (!/^\d+$/.test(bank.accountNumber)) return 'D34'
  if (!['CC', 'CE', 'NIT', 'PP', 'TI', 'PPT'].includes(bank.legalIdType)) return 'D39'
  if (bank.accountNumber.endsWith('0007')) return 'D07'
  return bank.accountNumber.endsWith('0001') ? 'C01' : null
}

/** Used by the controls too, so an outcome may be changed again: a bank can return money it had accepted. */
export function settlePayoutTransaction(
  sandbox: Sandbox,
  payoutId: string,
  transactionId: string,
  status: PayoutTransactionStatus,
  failureCode?: string,
): void {
  const payout = sandbox.store.payouts.get(payoutId)
  const before = payout?.transactions.find(({ id }) => id === transactionId)
  if (!payout || !before || before.status === status) return
  const failed = status === 'FAILED' || status === 'REJECTED' || status === 'CANCELLED'
  const settled: PayoutTransaction = {
    ...before,
    status,
    failure: failed && failureCode ? { code: failureCode, message: rejectionMessages[failureCode] ?? 'Rechazada por el banco' } : null,
    appliedAt: status === 'APPROVED' ? sandbox.clock() : null,
  }
  const transactions = payout.transactions.map((transaction) => (transaction.id === transactionId ? settled : transaction))
  const changed: Payout = { ...payout, dueAt: null, transactions, status: batchStatus(transactions) }
  sandbox.store.payouts.put(changed)
  refund(sandbox, payout.accountId, before, settled)
  if (finalTransactionStatuses.has(status)) announceTransaction(sandbox, changed, settled)
  if (changed.status !== payout.status) announcePayout(sandbox, changed)
}

/** End a batch held by the anti-fraud check. */
export function releaseHold(sandbox: Sandbox, payoutId: string, decision: 'approve' | 'reject'): boolean {
  const payout = sandbox.store.payouts.get(payoutId)
  if (payout?.status !== 'AFE_ON_HOLD') return false
  const status = decision === 'approve' ? 'APPROVED' : 'REJECTED'
  for (const { id } of payout.transactions) settlePayoutTransaction(sandbox, payoutId, id, status)
  if (decision === 'reject') {
    const settled = sandbox.store.payouts.get(payoutId) ?? payout
    const rejected: Payout = { ...settled, status: 'AFE_REJECTED' }
    sandbox.store.payouts.put(rejected)
    announcePayout(sandbox, rejected)
  }
  return true
}

function batchStatus(transactions: PayoutTransaction[]): PayoutStatus {
  const closed = transactions.filter(({ status }) => finalTransactionStatuses.has(status)).length
  if (closed === transactions.length) return 'TOTAL_PAYMENT'
  return closed > 0 ? 'PARTIAL_PAYMENT' : 'PENDING'
}

function refund(sandbox: Sandbox, accountId: string, before: PayoutTransaction, after: PayoutTransaction): void {
  const isReturned = ({ status }: PayoutTransaction) => status === 'FAILED' || status === 'REJECTED' || status === 'CANCELLED'
  if (isReturned(before) === isReturned(after)) return
  const total = totalWithFees([after.amountInCents])
  moveBalance(sandbox, accountId, isReturned(after) ? total : -total)
}

export function moveBalance(sandbox: Sandbox, accountId: string, changeInCents: number): void {
  const account = sandbox.store.accounts.get(accountId)
  if (account) sandbox.store.accounts.put({ ...account, balanceInCents: account.balanceInCents + changeInCents })
}

function announceTransaction(sandbox: Sandbox, payout: Payout, transaction: PayoutTransaction): void {
  announce(sandbox, {
    channel: 'payouts',
    event: 'transaction.updated',
    data: { transaction: toTransactionEvent(payout, transaction) },
    properties: ['transaction.id', 'transaction.status', 'transaction.amountInCents'],
  })
}

function announcePayout(sandbox: Sandbox, payout: Payout): void {
  announce(sandbox, {
    channel: 'payouts',
    event: 'payout.updated',
    data: { payout: toPayoutView(payout) },
    properties: ['payout.id', 'payout.status', 'payout.amountInCents'],
  })
}
