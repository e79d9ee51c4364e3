/** Payments part of the reconciliation: the provider's own records of money that the ledger has as received or paid. */
import type { Connection } from '../../../platform/database/database.ts'
import { findBooking, payoutsAwaitingBurn } from './anomalies/booking-store.ts'
import type { PaymentsContext } from './context.ts'
import { confirmDeposit } from './deposits/confirm-deposit.ts'
import { type DepositRow, findDeposit } from './deposits/deposit-store.ts'
import { logMismatch, readPayment } from './deposits/read-payment.ts'
import { stillTakenBack, wasEnded } from './deposits/taken-back-store.ts'
import { AnswerMismatch } from './providers/http.ts'
import type { BookingFacts } from './sealed-texts.ts'
import { findLine, pendingSum } from './transfers/line-store.ts'
import { lastBalance } from './transfers/statement-store.ts'
import type { CollectionAtBank } from './types.ts'
import { idsAwaitingBurn } from './withdrawals/withdrawal-store.ts'

/**
 * Cents that the provider, or the bank's statement, reports as paid for this deposit; zero when it has no payment; null when it answered
 * about another payment than was asked for, which decides nothing. A payment that was annulled later counts as paid: it is recorded as
 * taken back, which freezes nothing, since any payer can annul a payment at their bank. @throws ProviderUnreachable
 */
export async function paidForDeposit(context: PaymentsContext, depositId: string): Promise<bigint | null> {
  const { db } = context
  // Two officers ended its credit, which the books no longer have: there is nothing to compare.
  if (await wasEnded(context, db, depositId)) return (await findDeposit(db, depositId))?.amount ?? 0n
  const booking = await findBooking(context, db, depositId)
  if (booking) return paidForBooking(context, booking)
  const deposit = await findDeposit(db, depositId)
  // Money without an owner yet, or sent back, exists only as a line of the bank.
  if (!deposit) return (await findLine(db, depositId))?.amount ?? 0n
  if (deposit.method === 'TRANSFER') return (await findLine(db, depositId))?.amount ?? 0n
  try {
    return await paidByPse(context, deposit)
  } catch (error) {
    if (error instanceof AnswerMismatch) return null
    throw error
  }
}

/** The provider's record of a payment that two officers booked. */
async function paidForBooking(context: PaymentsContext, { providerId, reference }: BookingFacts): Promise<bigint | null> {
  try {
    const transaction = await readPayment(context, providerId)
    if (transaction?.reference !== reference || transaction.currency !== 'COP') return 0n
    if (transaction.status === 'VOIDED') await confirmDeposit(context, transaction)
    return transaction.status === 'APPROVED' || transaction.status === 'VOIDED' ? transaction.amountCop : 0n
  } catch (error) {
    if (error instanceof AnswerMismatch) return null
    throw error
  }
}

async function paidByPse(context: PaymentsContext, { id: depositId, providerTransactionId: id }: DepositRow): Promise<bigint> {
  const bound = id === null ? null : await readPayment(context, id)
  const isOther = bound !== null && bound.reference !== depositId
  // The row names the payment of another deposit: nothing was paid for this one, unless under its own reference.
  if (isOther) logMismatch(context, { transactionId: bound.id, depositId, fields: ['reference'] })
  const found = id === null || isOther ? await context.pse.transactionsOfReference(depositId) : bound ? [bound] : []
  const transaction = found.find(({ status }) => status === 'APPROVED') ?? found[0]
  if (transaction?.currency !== 'COP') return 0n
  if (transaction.status === 'VOIDED') await confirmDeposit(context, transaction)
  return transaction.status === 'APPROVED' || transaction.status === 'VOIDED' ? transaction.amountCop : 0n
}

/** Balance of the collection account by the bank, and how much of it is imported and not posted yet. Null before the first statement. */
export async function collectionAtBank({ db }: PaymentsContext): Promise<CollectionAtBank | null> {
  const [pending, last] = await Promise.all([pendingSum(db), lastBalance(db)])
  return last && { balance: last.amount, pending: pending.amount }
}

/** Ids of withdrawals and deposits whose pesos still leave the books, or left them within a day: each is followed by a burn of COPT. */
export async function awaitingBurn(context: PaymentsContext, connection: Connection): Promise<string[]> {
  const now = context.clock.now()
  return [
    ...(await idsAwaitingBurn(connection, now)),
    ...(await payoutsAwaitingBurn(connection, now)),
    ...(await stillTakenBack(context, connection)),
  ]
}
