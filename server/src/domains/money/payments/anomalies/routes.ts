/** HTTP routes of anomalies, for officers. */

import { paymentAnomalies as contract, type PaymentAnomaly } from '@tunjo/contract/payment-anomalies'
import { pageOf } from '../../../../platform/database/list-query.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { excerpt } from '../../../../platform/phrases/visible-text.ts'
import { APPROVAL_WORDS } from '../approval-words.ts'
import type { PaymentsContext } from '../context.ts'
import { knownEndable, presentTakenBack } from '../deposits/present-taken-back.ts'
import { describeEnd, refuseApproved, TAKEN_BACK_APPROVAL } from '../deposits/taken-back-approval.ts'
import { isInSuspense, isPayoutKind, readPaid } from '../withdrawals/payout-booking.ts'
import { type AnomalyRow, anomalyPage, type ListedAnomaly } from './anomaly-store.ts'
import { BOOKING_APPROVAL, customerByReference, describeBooking, knownAnomaly, readApproved } from './booking-approval.ts'
import { type Bookings, bookingState, bookingsOf } from './booking-store.ts'

export function anomalyRoutes(context: PaymentsContext): Route[] {
  const { approvals, db } = context
  return implement(
    contract,
    {
      async list({ query }) {
        const { rows, total } = await anomalyPage(db, query)
        const bookings = await bookingsOf(
          context,
          db,
          rows.map(({ id }) => id),
        )
        return pageOf(
          rows.map((row) => toListed(row, bookings.get(row.id))),
          total,
          query.size,
        )
      },
      takenBack: ({ params: { id } }) => presentTakenBack(context, id),
      async endTakenBack({ caller, operation, params: { id }, body: { reason } }) {
        const endable = await knownEndable(context, id)
        await refuseApproved(context, endable)
        const params = { depositId: endable.deposit.id, accountId: endable.deposit.accountId }
        return approvals.perform(TAKEN_BACK_APPROVAL, { params, caller, operation, reason })
      },
      async book({ caller, operation, params: { id }, body: { target, accountId, reason } }) {
        const anomaly = await knownAnomaly(context, id)
        await (isPayoutKind(anomaly.kind) ? readPaid(context, anomaly) : readApproved(context, anomaly))
        const params = { anomalyId: anomaly.id, target, accountId: accountId ?? (await customerOf(context, anomaly)) }
        return approvals.perform(BOOKING_APPROVAL, { params, caller, operation, reason })
      },
    },
    {
      async endTakenBack({ params: { id }, body: { reason }, locale }) {
        const { title, details } = describeEnd(await knownEndable(context, id), locale)
        return { title, details: [...details, { label: APPROVAL_WORDS[locale].reason, value: excerpt(reason) }] }
      },
      async book({ params: { id }, body: { target, accountId, reason }, locale }) {
        const anomaly = await knownAnomaly(context, id)
        const customer = accountId ?? (await customerOf(context, anomaly))
        const { title, details } = describeBooking(anomaly, { target, accountId: customer }, locale)
        return { title, details: [...details, { label: APPROVAL_WORDS[locale].reason, value: excerpt(reason) }] }
      },
    },
  )
}

/** Customer of a payment by its reference; of a payout, its withdrawal's, which the ledger proves when it is booked. */
const customerOf = async (context: PaymentsContext, anomaly: AnomalyRow): Promise<string | null> =>
  isPayoutKind(anomaly.kind) ? anomaly.accountId : customerByReference(context, anomaly)

function toListed(
  { firstSeenAt, lastSeenAt, checkedAt, confirmedAt, endedAt, bookedAt, fields, ...row }: ListedAnomaly,
  { proved, forged }: Bookings = { proved: [], forged: 0 },
): PaymentAnomaly {
  const standing = bookingState({ state: row.state, bookedAt }, proved)
  return {
    ...row,
    fields: [...fields],
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    checkedAt: checkedAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    state: standing.state,
    bookedAt: standing.bookedAt?.toISOString() ?? null,
    isInSuspense: isInSuspense(proved),
    isAltered: standing.isAltered,
    forgedBookings: forged,
  }
}
