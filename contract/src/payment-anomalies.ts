/**
 * Payment anomalies: provider payments that are missing in the ledger or differ from it, for officers (decisions 61, 69 and 71). Extension
 * of the specification.
 */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { copAmount } from './money.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'
import { transactionState } from './payments.ts'
import { ANOMALY_KINDS, type AnomalyKind } from './payments-officers.ts'

/**
 * SEEN: reported once by the provider. OPEN: reported again later. GONE: the provider's record agrees again. BOOKED: two officers booked
 * the payment.
 */
export const PAYMENT_ANOMALY_STATES = ['SEEN', 'OPEN', 'GONE', 'BOOKED'] as const
/** Approved payments without a ledger entry, which two officers may book. */
export const BOOKABLE_KINDS = [
  'payment_twice',
  'payment_unknown',
  'payment_mismatch',
  'payment_again',
] as const satisfies readonly AnomalyKind[]
/** Payouts that the provider made and the ledger does not have, which two officers may book (decision 101). */
export const BOOKABLE_PAYOUT_KINDS = ['payout_unknown', 'payout_twice', 'payout_after_return'] as const satisfies readonly AnomalyKind[]
/**
 * customer: a payment becomes a deposit in review, and a payout is charged to the balance. suspense: it is in a suspense account until its
 * owner is known. Only for payouts: platform: one in suspense is a loss of the platform. sent_back: the bank returned one that was booked.
 */
export const BOOKING_TARGETS = ['customer', 'suspense', 'platform', 'sent_back'] as const
export type BookingTarget = (typeof BOOKING_TARGETS)[number]
/** held: another operation of the customer holds a part of the balance. approval: a request waits for a second officer. */
export const TAKEN_BACK_WAITS = ['held', 'capital', 'approval'] as const
const state = z.enum(PAYMENT_ANOMALY_STATES)
const time = z.iso.datetime()

export const PaymentAnomaly = z.object({
  id: z.uuid(),
  kind: z.enum(ANOMALY_KINDS),
  provider: z.enum(['wompi', 'wompi-payouts']),
  providerId: z.string().meta({ description: 'Id of the payment at the provider; its reference where no payment is known by an id' }),
  reference: z.string(),
  movementId: z.uuid().nullable().meta({ description: 'The deposit or withdrawal; null when the product has none' }),
  accountId: z.uuid().nullable(),
  booked: copAmount.meta({ description: 'Amount in the ledger' }),
  amount: copAmount.meta({ description: "Provider's amount, in its currency" }),
  currency: z.string(),
  status: z.string().meta({ description: 'As the provider names it' }),
  payer: z.object({ name: z.string(), document: z.string(), email: z.string() }),
  fields: z.array(z.string()).meta({ description: 'Differing fields' }),
  state,
  firstSeenAt: time,
  lastSeenAt: time,
  checkedAt: time.meta({ description: 'When the provider was asked last, whatever it said' }),
  confirmedAt: time.nullable(),
  endedAt: time.nullable(),
  bookedAt: time.nullable(),
  isInSuspense: z.boolean().meta({ description: 'Booked, and not to a customer yet' }),
  isAltered: z
    .boolean()
    .meta({ description: 'The row contradicts what officers decided about booking it; what they decided is shown, and counts' }),
  forgedBookings: z.int().meta({ description: 'Rows of the database that say that officers booked it who did not; they book nothing' }),
})
export type PaymentAnomaly = z.output<typeof PaymentAnomaly>

/** A credited payment that the provider reversed. */
export const TakenBackDeposit = z.object({
  transactionId: z.uuid(),
  accountId: z.uuid(),
  amount: copAmount,
  held: copAmount.meta({ description: 'Remaining part in the balance, and held' }),
  missing: copAmount.meta({ description: 'Missing part of the customer: a loss of the platform when its credit is reversed' }),
  status: z.string().meta({ description: 'As the provider names it' }),
  since: time,
  waits: z
    .enum(TAKEN_BACK_WAITS)
    .nullable()
    .meta({ description: 'Why two officers cannot end it now; null: they can. capital: the pesos of the platform do not cover the loss' }),
})
export type TakenBackDeposit = z.output<typeof TakenBackDeposit>

export const paymentAnomalies = {
  list: endpoint({
    method: 'GET',
    path: '/payment/administrative/anomalies',
    role: 'ROLE_ADMIN',
    permission: 'payments.read',
    summary:
      'Payments whose record at the provider differs from the books: open ones first, then those seen once, then by time, newest first',
    query: PageQuery.extend({ state: state.optional() }),
    response: z.object({ results: z.array(PaymentAnomaly), total: z.int(), pagesNumber: z.int() }),
    errors: ['request.invalid'],
  }),
  takenBack: endpoint({
    method: 'GET',
    path: '/payment/administrative/deposits/:id/taken-back',
    role: 'ROLE_ADMIN',
    permission: 'payments.read',
    summary: 'A credited payment that the provider took back: what is left of it, and what its end would cost the platform',
    params: z.object({ id: z.string().max(64) }),
    response: TakenBackDeposit,
    errors: ['payments.transaction_not_found', 'payments.deposit_not_taken_back', 'ledger.unproved'],
  }),
  endTakenBack: endpoint({
    method: 'POST',
    path: '/payment/administrative/deposits/:id/end-taken-back',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'payments.taken_back_ended',
    approval: 'four-eyes',
    idempotent: true,
    summary:
      'End the credit of a payment that the provider took back: what is left of it leaves the balance, and what was spent is a loss of the platform. Always two officers: 202. The provider is asked again when it is done',
    stepUp: { binds: ['params.id', 'body.reason'] },
    reason: true,
    params: z.object({ id: z.string().max(64) }),
    body: z.object({ reason: OfficerReason }),
    response: z.object({ transactionId: z.string(), state: transactionState }),
    errors: [
      'request.invalid',
      'identity.step_up_required',
      'identity.step_up_invalid',
      'payments.transaction_not_found',
      'payments.deposit_not_taken_back',
      'payments.taken_back_held',
      'payments.loss_uncovered',
      'payments.anomaly_changed',
      'payments.provider_unavailable',
      'ledger.unproved',
      'approvals.person_concerned',
      'approvals.already_waiting',
      ...REASON_REFUSED,
    ],
  }),
  book: endpoint({
    method: 'POST',
    path: '/payment/administrative/anomalies/:id/book',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'payments.anomaly_booked',
    approval: 'four-eyes',
    idempotent: true,
    summary:
      'Book an approved payment that no book has: to a customer, as a deposit in review, or to the suspense account; or a payout that no book has: it is charged to its customer, kept in suspense, borne by the platform, or ended as sent back. Always two officers: 202. The provider is asked again when it is booked',
    stepUp: { binds: ['params.id', 'body.target', 'body.accountId', 'body.reason'] },
    reason: true,
    params: z.object({ id: z.string().max(64) }),
    body: z.object({
      target: z.enum(BOOKING_TARGETS),
      accountId: z.uuid().nullable().meta({ description: 'The customer; null: the customer of the deposit with its reference, or none' }),
      reason: OfficerReason,
    }),
    response: z.object({ id: z.uuid(), state }),
    errors: [
      'request.invalid',
      'identity.step_up_required',
      'identity.step_up_invalid',
      'payments.transaction_not_found',
      'payments.anomaly_not_bookable',
      'payments.anomaly_changed',
      'payments.line_customer_unknown',
      'payments.account_not_found',
      'payments.provider_unavailable',
      'payments.payout_burn_booked',
      'payments.taken_back_held',
      'payments.loss_uncovered',
      'ledger.unproved',
      'approvals.person_concerned',
      'approvals.already_waiting',
      ...REASON_REFUSED,
    ],
  }),
}
