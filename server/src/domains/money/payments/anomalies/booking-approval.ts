/**
 * Approval kind of two officers for booking an approved PSE payment that is in no book (decision 71). It is posted to the suspense account,
 * and with a customer becomes a deposit in review, like the payment of another payer. The provider's record is read again before the
 * posting.
 */

import { copFigure } from '@tunjo/contract/amount-text'
import { type ApprovalKindName, titleOfApproval } from '@tunjo/contract/approval-kinds'
import type { Locale } from '@tunjo/contract/locales'
import { BOOKABLE_KINDS, BOOKING_TARGETS, type BookingTarget } from '@tunjo/contract/payment-anomalies'
import { validate as isUuid } from 'uuid'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { StepUpDescription } from '../../../../platform/http/guards/step-up.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import type { PaymentsContext } from '../context.ts'
import { arrivalPosting } from '../deposits/arrival-posting.ts'
import { isProvedDeposit, isSealedDeposit } from '../deposits/deposit-proof.ts'
import { type DepositRow, findDeposit, lockDeposit, receivedWith } from '../deposits/deposit-store.ts'
import { readPayment } from '../deposits/read-payment.ts'
import { depositsInReview } from '../deposits/suspense.ts'
import { wasEnded } from '../deposits/taken-back-store.ts'
import { AnswerMismatch, ProviderUnreachable } from '../providers/http.ts'
import type { PseTransaction } from '../providers/pse.ts'
import type { BookingFacts } from '../sealed-texts.ts'
import { bookPayout, factsOfPayout } from '../withdrawals/book-payout.ts'
import { isPayoutKind, lockPayout } from '../withdrawals/payout-booking.ts'
import type { AnomalyRow } from './anomaly-store.ts'
import { bookingState, bookingsOf, findAnomaly, insertBooking, lockAnomalyById } from './booking-store.ts'
import { depositBooked } from './deposit-booked.ts'
import { endAnomalies, markBooked } from './record-anomaly.ts'

export const BOOKING_APPROVAL = 'payments.anomaly_booking' satisfies ApprovalKindName
/** `accountId`: the customer who receives the payment, or the customer of the deposit with its reference; null when neither is known. */
const Params = z.object({ anomalyId: z.uuid(), target: z.enum(BOOKING_TARGETS), accountId: z.uuid().nullable() })
type Params = z.output<typeof Params>
const Facts = z.object({ providerId: z.string(), reference: z.string(), amountCop: z.string(), lossCop: z.string(), kind: z.string() })
export type Booked = { id: string; state: AnomalyRow['state'] }
/** State of an anomaly by its sealed bookings. */
type Bookable = { anomaly: AnomalyRow; state: AnomalyRow['state']; isBooked: boolean; isAgain: boolean }

export const bookingApproval = (context: PaymentsContext): ApprovalKind<Params, Booked> => ({
  permission: 'payments.review',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ anomalyId }) => anomalyId,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, params) {
    // Before the locks that payments wait for, since the lists may have to be loaded. The execution checks the facts first too.
    if (params.target === 'customer') await context.payerCheck.prepare()
    if (await isPayout(tx, params)) return factsOfPayout(await lockPayout(context, tx, params), params)
    const { anomaly, state } = await lockBookable(context, tx, params)
    const { provider, providerId, reference, amount, currency, kind } = anomaly
    return { ...params, provider, providerId, reference, amountCop: String(amount), lossCop: '0', currency, kind, state }
  },
  isNeeded: () => true,
  execute: async (tx, params, execution) =>
    (await isPayout(tx, params)) ? bookPayout(context, tx, params, execution) : book(context, tx, params, execution),
  words: APPROVAL_WORDS,
  changes({ target, accountId }, facts) {
    const { amount: label, providerPayment, reference: referenceLabel, customerAccount, booking, takenBack } = STORED_WORDS
    const { amountCop, kind, lossCop, providerId, reference } = Facts.parse(facts)
    const targets = kind.startsWith('payout_') ? booking.payoutTargets : booking.targets
    return [
      { label, before: null, after: `${copFigure(BigInt(amountCop))} COP` },
      { label: providerPayment, before: null, after: providerId },
      { label: referenceLabel, before: null, after: reference },
      ...(target === 'customer' ? [{ label: customerAccount, before: null, after: accountId ?? '' }] : []),
      ...(lossCop === '0' ? [] : [{ label: takenBack.loss, before: null, after: `${copFigure(BigInt(lossCop))} COP` }]),
      { label: booking.record, before: booking.notInLedger, after: targets[target] },
    ]
  },
})

/** Description that an officer reads before proposing the booking. */
export function describeBooking(
  { kind, providerId, reference, amount, booked }: AnomalyRow,
  { target, accountId }: Omit<Params, 'anomalyId'>,
  locale: Locale,
): StepUpDescription {
  const words = APPROVAL_WORDS[locale]
  const { targets, payoutTargets } = words.booking
  const isOfPayout = isPayoutKind(kind)
  return {
    title: titleOfApproval(BOOKING_APPROVAL, locale),
    details: [
      { label: words.amount, value: `${copFigure(isOfPayout && amount > booked ? amount - booked : amount)} COP` },
      { label: words.providerPayment, value: providerId },
      { label: words.reference, value: reference },
      { label: words.booking.record, value: (isOfPayout ? payoutTargets : targets)[target] },
      ...(target === 'customer' && accountId ? [{ label: words.customerAccount, value: accountId }] : []),
    ],
  }
}

export const knownAnomaly = async ({ db }: Pick<PaymentsContext, 'db'>, id: string): Promise<AnomalyRow> =>
  (isUuid(id) ? await findAnomaly(db, id) : null) ?? refuse('payments.transaction_not_found')

const isPayout = async (tx: Transaction, { anomalyId }: Params): Promise<boolean> =>
  isPayoutKind((await findAnomaly(tx, anomalyId))?.kind ?? 'payment_unknown')

/** Lock the deposit with its reference first, in the same order as when a payment is credited: one payment is either booked or credited. */
async function lockBookable(context: PaymentsContext, tx: Transaction, { anomalyId, target, accountId }: Params): Promise<Bookable> {
  const { reference } = (await findAnomaly(tx, anomalyId)) ?? refuse('payments.transaction_not_found')
  const deposit = isUuid(reference) ? await lockDeposit(tx, reference) : null
  const anomaly = (await lockAnomalyById(tx, anomalyId)) ?? refuse('payments.transaction_not_found')
  const { kind, amount, currency, providerId, status } = anomaly
  const isBookable = BOOKABLE_KINDS.some((one) => one === kind) && status === 'APPROVED' && currency === 'COP' && amount > 0n
  const proved = (await bookingsOf(context, tx, [anomalyId])).get(anomalyId)?.proved ?? []
  if (!isBookable || !isOpenFor(anomaly, proved, target)) refuse('payments.anomaly_not_bookable')
  if (proved[0] && !isInSuspense(anomaly, proved[0])) refuse('ledger.unproved')
  const earlier = await receivedWith(tx, providerId)
  if (!(await areEnded(context, tx, earlier))) refuse('payments.anomaly_not_bookable')
  if (target === 'customer' && !(await isCustomerOf(context, tx, deposit, accountId))) refuse('payments.line_customer_unknown')
  return { anomaly, state: bookingState(anomaly, proved).state, isBooked: proved.length > 0, isAgain: earlier.length > 0 }
}

/** True when two officers ended the credit of each of them, so that the payment is in no book. */
async function areEnded(context: PaymentsContext, tx: Transaction, depositIds: readonly string[]): Promise<boolean> {
  for (const id of depositIds) if (!(await wasEnded(context, tx, id))) return false
  return true
}

/** A payment in suspense may be assigned to its customer later, while the provider's record still agrees with the booking. */
function isOpenFor(anomaly: AnomalyRow, proved: readonly BookingFacts[], target: BookingTarget): boolean {
  if (target !== 'customer' && target !== 'suspense') return false
  const isForCustomer = target === 'customer' && proved.every(({ accountId }) => accountId === null)
  // A row that claims a booking without one was open or seen once: the provider is asked again before anything is booked.
  if (proved.length === 0) return anomaly.state === 'OPEN' || anomaly.bookedAt !== null
  return isForCustomer && (anomaly.state === 'BOOKED' || anomaly.bookedAt === null)
}

/** Decided by the sealed booking of two officers, whatever the anomaly's row contains. */
const isInSuspense = ({ providerId, reference, amount }: AnomalyRow, booking: BookingFacts): boolean =>
  booking.providerId === providerId && booking.reference === reference && booking.amount === amount && booking.accountId === null

/**
 * A payment with the reference of a PSE deposit belongs to the customer in the sealed deposit; the anomaly's row only displays it.
 * Customers without a verified identity have no balance.
 */
async function isCustomerOf(
  context: PaymentsContext,
  tx: Transaction,
  deposit: DepositRow | null,
  accountId: string | null,
): Promise<boolean> {
  if (deposit?.method === 'PSE') {
    if (!isProvedDeposit(context, deposit)) refuse('ledger.unproved')
    if (deposit.accountId !== accountId) return false
  }
  return accountId !== null && (await context.limits.verifiedPerson(tx, accountId)) !== null
}

/** The customer of the deposit with its reference, when the officers name none. Null when there is no deposit, or its seal is invalid. */
export async function customerByReference({ db, seals }: PaymentsContext, { reference }: AnomalyRow): Promise<string | null> {
  const deposit = isUuid(reference) ? await findDeposit(db, reference) : null
  return deposit?.method === 'PSE' && isSealedDeposit(seals, deposit) ? deposit.accountId : null
}

/** The record must still be what officers saw: approved, with the same id, reference, amount and currency. */
export async function readApproved(
  context: PaymentsContext,
  { providerId, reference, amount, currency }: AnomalyRow,
): Promise<PseTransaction> {
  const transaction = await readPayment(context, providerId).catch((error) => {
    // First, since an AnswerMismatch is a ProviderUnreachable too.
    if (error instanceof AnswerMismatch) refuse('payments.anomaly_changed')
    if (error instanceof ProviderUnreachable) refuse('payments.provider_unavailable')
    throw error
  })
  const isSame =
    transaction?.status === 'APPROVED' &&
    transaction.id === providerId &&
    transaction.reference === reference &&
    transaction.amountCop === amount &&
    transaction.currency === currency
  return isSame ? transaction : refuse('payments.anomaly_changed')
}

async function book(context: PaymentsContext, tx: Transaction, params: Params, execution: Execution): Promise<Booked> {
  const { audit, clock, ledger, seals } = context
  const { makerId, reason, requestId } = execution
  const checkerId = execution.checkerId ?? refuse('payments.anomaly_not_bookable')
  const { anomaly, isAgain, isBooked, state } = await lockBookable(context, tx, params)
  const { id, amount, provider, providerId, reference } = anomaly
  const { payer } = await readApproved(context, anomaly)
  const accountId = params.target === 'customer' ? params.accountId : null
  const decided = { id: newId(), anomalyId: id, provider, providerId, reference, amount, accountId, makerId, checkerId }
  await insertBooking(tx, seals, { ...decided, at: clock.now() })
  if (accountId !== null) await depositBooked(context, tx, { anomaly, accountId, payer })
  if (!isBooked || anomaly.bookedAt === null) await markBooked(context, tx, anomaly, makerId)
  await endAnomalies(context, tx, { kinds: BOOKABLE_KINDS, providerId, exceptId: id })
  await audit.record(tx, {
    actor: execution.actor,
    action: 'payments.anomaly_booked',
    object: { type: 'anomaly', id },
    before: state,
    after: { state: 'BOOKED', target: params.target, accountId, providerId, approvalRequestId: requestId, makerId, checkerId },
    reason,
  })
  // For a payment already in suspense this repeats the posting that brought it there, and moves nothing before the deposit is decided.
  await ledger.postWithin(tx, [arrivalPosting({ id, amount }, { transactionId: providerId, credit: depositsInReview, isAgain })])
  failpoint('payments.anomaly_booked')
  return { id, state: 'BOOKED' }
}
