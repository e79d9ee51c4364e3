/** Execution of a booking of a payout by two officers (decision 101): its sealed decision, its postings, and its events. */
import type { Execution } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import type { AnomalyRow } from '../anomalies/anomaly-store.ts'
import { insertBooking } from '../anomalies/booking-store.ts'
import { markBooked, restoreBooked } from '../anomalies/record-anomaly.ts'
import type { PaymentsContext } from '../context.ts'
import { type BookablePayout, lockPayout, type PayoutParams, readPaid } from './payout-booking.ts'
import { chargePayout, payoutRefOf, postCosts, reversePayout } from './payout-legs.ts'

type Booked = { id: string; state: AnomalyRow['state'] }

export const factsOfPayout = ({ anomaly, state, amount, loss }: BookablePayout, params: PayoutParams) => {
  const { provider, providerId, reference, currency, kind } = anomaly
  return { ...params, provider, providerId, reference, amountCop: String(amount), lossCop: String(loss), currency, kind, state }
}

export async function bookPayout(context: PaymentsContext, tx: Transaction, params: PayoutParams, execution: Execution): Promise<Booked> {
  const checkerId = execution.checkerId ?? refuse('payments.anomaly_not_bookable')
  const payout = await lockPayout(context, tx, params)
  const { anomaly } = payout
  const decided = { makerId: execution.makerId, checkerId }
  if (params.target === 'sent_back') await endSentBack(context, tx, payout)
  else await insertAndMark(context, tx, payout, { ...params, ...decided })
  await context.audit.record(tx, {
    actor: execution.actor,
    action: 'payments.anomaly_booked',
    object: { type: 'anomaly', id: anomaly.id },
    before: payout.state,
    after: {
      state: 'BOOKED',
      ...{ target: params.target, accountId: params.accountId, providerId: anomaly.providerId, approvalRequestId: execution.requestId },
      ...{ amountCop: String(payout.amount), lossCop: String(payout.loss), ...decided },
    },
    reason: execution.reason,
  })
  await post(context, tx, payout, params)
  failpoint('payments.payout_booked')
  return { id: anomaly.id, state: 'BOOKED' }
}

type Decided = PayoutParams & { readonly makerId: string; readonly checkerId: string }

async function insertAndMark(context: PaymentsContext, tx: Transaction, payout: BookablePayout, decided: Decided): Promise<void> {
  const { clock, outbox, seals } = context
  const { anomaly, amount, isBooked, isBurnBooked } = payout
  const { id, provider, providerId, reference } = anomaly
  const { makerId, checkerId } = decided
  const accountId = decided.target === 'customer' ? decided.accountId : null
  const booking = { id: newId(), anomalyId: id, provider, providerId, reference, amount, accountId, makerId, checkerId }
  await insertBooking(tx, seals, { ...booking, at: clock.now() })
  if (!isBooked || anomaly.bookedAt === null) await markBooked(context, tx, anomaly, makerId)
  if (!isBooked && !isBurnBooked)
    await outbox.emit(tx, 'payments.payout_booked', { payoutRef: payoutRefOf(anomaly), amount: String(amount) })
  if (accountId !== null) await outbox.emit(tx, 'payments.payout_charged', { accountId, anomalyId: id, amount: String(amount) })
}

/** Its reversal in the ledger is the record of its end. */
async function endSentBack(context: PaymentsContext, tx: Transaction, { anomaly, amount }: BookablePayout): Promise<void> {
  await restoreBooked(context, tx, anomaly, { ...anomaly, booked: 0n })
  await context.outbox.emit(tx, 'payments.payout_sent_back', { payoutRef: payoutRefOf(anomaly), amount: String(amount) })
}

/** Last, since other postings wait for it. The provider is asked before. */
async function post(context: PaymentsContext, tx: Transaction, payout: BookablePayout, { target, accountId }: PayoutParams): Promise<void> {
  const { anomaly, amount, isBooked, isBurnBooked, loss } = payout
  const { costs } = await readPaid(context, anomaly)
  if (target === 'sent_back') return reversePayout(context, tx, anomaly)
  const step = isBooked ? 'charged' : 'booked'
  const payer = target === 'customer' ? accountId : null
  if (isBurnBooked) return postCosts(context, tx, anomaly, costs)
  return chargePayout(context, tx, { step, anomaly, amount, loss, accountId: payer, costs })
}
