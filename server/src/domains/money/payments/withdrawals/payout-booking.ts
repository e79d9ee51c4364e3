/**
 * Payouts that the provider made and no book has, booked by two officers (decision 101): charged to the customer whose withdrawal it was,
 * kept in suspense until the customer is known, borne by the platform, or ended when the bank sent it back. The provider's record is read
 * again before the posting, and the ledger decides what was booked before.
 */
import { BOOKABLE_PAYOUT_KINDS, type BookingTarget } from '@tunjo/contract/payment-anomalies'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { customerAccount } from '../../ledger/index.ts'
import type { AnomalyRow } from '../anomalies/anomaly-store.ts'
import { bookingState, bookingsOf, findAnomaly, lockAnomalyById } from '../anomalies/booking-store.ts'
import type { PaymentsContext } from '../context.ts'
import { refuseLoss } from '../deposits/taken-back-approval.ts'
import { AnswerMismatch, ProviderUnreachable } from '../providers/http.ts'
import type { PayoutStatus } from '../providers/payout.ts'
import type { BookingFacts } from '../sealed-texts.ts'
import { reversalIdOf, settlementIdOf } from './payout-legs.ts'
import { bookedCosts, type Costs, settledAmount } from './payout-postings.ts'
import { lockWithdrawal } from './withdrawal-store.ts'

export const isPayoutKind = (kind: AnomalyRow['kind']): boolean => BOOKABLE_PAYOUT_KINDS.some((one) => one === kind)

export interface PayoutParams {
  readonly anomalyId: string
  readonly target: BookingTarget
  readonly accountId: string | null
}
export interface BookablePayout {
  readonly anomaly: AnomalyRow
  readonly state: AnomalyRow['state']
  /** Cents that are in no book, or that the earlier booking has. */
  readonly amount: bigint
  /** Part of it that the customer's balance lacks. */
  readonly loss: bigint
  readonly isBooked: boolean
  /** True when its burned tokens are in suspense, so that its pesos have left the books already. */
  readonly isBurnBooked: boolean
}

/** Lock the withdrawal first, then its anomaly, as the comparison with the record does. @throws Refused */
export async function lockPayout(context: PaymentsContext, tx: Transaction, params: PayoutParams): Promise<BookablePayout> {
  const { anomalyId, target, accountId } = params
  const { movementId } = (await findAnomaly(tx, anomalyId)) ?? refuse('payments.transaction_not_found')
  if (movementId !== null) await lockWithdrawal(tx, movementId)
  const anomaly = (await lockAnomalyById(tx, anomalyId)) ?? refuse('payments.transaction_not_found')
  const proved = (await bookingsOf(context, tx, [anomalyId])).get(anomalyId)?.proved ?? []
  const [booking] = proved
  if (!isPayoutKind(anomaly.kind) || !(await isOpenFor(context, tx, { anomaly, proved, target }))) refuse('payments.anomaly_not_bookable')
  const amount = booking ? booking.amount : anomaly.amount - (await bookedBefore(context, tx, anomaly))
  if (amount <= 0n) refuse('payments.anomaly_not_bookable')
  const isBurnBooked = anomaly.kind === 'payout_unknown' && (await context.foundBurns.isBooked(tx, anomaly.reference))
  if (isBurnBooked && target !== 'suspense') refuse('payments.payout_burn_booked')
  const loss = target === 'customer' ? await lossOf(context, tx, { anomaly, accountId, amount }) : 0n
  return { anomaly, state: bookingState(anomaly, proved).state, amount, loss, isBooked: booking !== undefined, isBurnBooked }
}

interface OpenFor {
  readonly anomaly: AnomalyRow
  readonly proved: readonly BookingFacts[]
  readonly target: BookingTarget
}

/** The sealed bookings and the ledger decide what may follow: the row could claim a booking, or hide one. */
async function isOpenFor(context: PaymentsContext, tx: Transaction, { anomaly, proved, target }: OpenFor): Promise<boolean> {
  const { id, state, status, bookedAt } = anomaly
  const [booking] = proved
  if (!booking) return (target === 'customer' || target === 'suspense') && status === 'paid' && (state === 'OPEN' || bookedAt !== null)
  if (await isReversed(context, tx, id)) return false
  const settled = await context.ledger.provedTransfer(settlementIdOf('booked', id), tx)
  // Its burned tokens were in suspense: what is there is settled as a found transaction.
  if (settled?.amount !== booking.amount) return false
  if (target === 'sent_back') return state === 'OPEN' && anomaly.amount === (await bookedBefore(context, tx, anomaly))
  return target !== 'suspense' && isInSuspense(proved) && (state === 'BOOKED' || bookedAt === null)
}

/** In suspense: booked once, without a customer. A second booking without one is a loss of the platform. */
export const isInSuspense = (proved: readonly Pick<BookingFacts, 'accountId'>[]): boolean =>
  proved.length === 1 && proved[0]?.accountId === null

export const isReversed = async ({ ledger }: Pick<PaymentsContext, 'ledger'>, connection: Connection, anomalyId: string) =>
  (await ledger.provedTransfer(reversalIdOf(anomalyId), connection)) !== null

/** Cents that the ledger has for the withdrawal of the anomaly. One that is still held is settled by its payment, and never booked. */
async function bookedBefore({ ledger }: PaymentsContext, tx: Transaction, { movementId }: AnomalyRow): Promise<bigint> {
  if (movementId === null) return 0n
  if (await ledger.provedHold(movementId, tx)) refuse('payments.anomaly_not_bookable')
  return settledAmount({ ledger }, tx, movementId)
}

interface Charged {
  readonly anomaly: AnomalyRow
  readonly accountId: string | null
  readonly amount: bigint
}

/** Part that the balance lacks. A payout of a withdrawal belongs to the customer whose balance it was held in, by the ledger. */
async function lossOf(context: PaymentsContext, tx: Transaction, { anomaly, accountId, amount }: Charged): Promise<bigint> {
  const { ledger, limits } = context
  if (accountId === null || (await limits.verifiedPerson(tx, accountId)) === null) refuse('payments.line_customer_unknown')
  const account = customerAccount(accountId, 'COP')
  const held = anomaly.movementId === null ? null : await ledger.provedTransfer(anomaly.movementId, tx)
  if (anomaly.movementId !== null && held?.debit.accountId !== account.id) refuse('payments.line_customer_unknown')
  const { available } = await ledger.balance(account)
  const missing = available < amount ? amount - (available > 0n ? available : 0n) : 0n
  await refuseLoss(context, tx, { missing, heldElsewhere: missing > 0n ? await ledger.provedHeld(account, tx) : 0n })
  return missing
}

export interface PaidRecord {
  readonly costs: Costs
}

/** The record must still be what officers saw: nothing in flight, and the same sum paid, or none when it is ended as sent back. */
export async function readPaid(context: PaymentsContext, { reference, amount, movementId }: AnomalyRow): Promise<PaidRecord> {
  const payments = await context.payouts.allOfReference(reference).catch((error) => {
    // First, since an AnswerMismatch is a ProviderUnreachable too.
    if (error instanceof AnswerMismatch) refuse('payments.anomaly_changed')
    if (error instanceof ProviderUnreachable) refuse('payments.provider_unavailable')
    throw error
  })
  const paid = payments.filter(({ state }) => state === 'paid')
  const sum = sumOf(paid, ({ amountCop }) => amountCop)
  if (payments.length === 0 || payments.some(({ state }) => state === 'open') || sum !== amount) refuse('payments.anomaly_changed')
  const before = movementId === null ? { gmfCop: 0n, feeCop: 0n } : await bookedCosts(context, movementId)
  return {
    costs: {
      gmfCop: sumOf(paid, ({ gmfCop }) => gmfCop) - before.gmfCop,
      feeCop: sumOf(paid, ({ feeCop }) => feeCop) - before.feeCop,
    },
  }
}

const sumOf = (payments: readonly PayoutStatus[], part: (payment: PayoutStatus) => bigint): bigint =>
  payments.reduce((sum, payment) => sum + part(payment), 0n)
