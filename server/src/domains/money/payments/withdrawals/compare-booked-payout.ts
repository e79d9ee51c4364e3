/** Comparison of a payout that two officers booked with the provider's record: a contradiction opens its anomaly again. */
import type { Transaction } from '../../../../platform/database/database.ts'
import type { AnomalyFacts } from '../anomalies/anomaly-store.ts'
import { bookingsOf, findOfProvider } from '../anomalies/booking-store.ts'
import { recordAnomaly, restoreBooked } from '../anomalies/record-anomaly.ts'
import type { PaymentsContext } from '../context.ts'
import { isPayoutKind, isReversed } from './payout-booking.ts'

type Context = Pick<PaymentsContext, 'clock' | 'isNews' | 'ledger' | 'log' | 'seals' | 'settings'>

/** `facts`: as without a booking. False when two officers booked none of it. The caller has locked the withdrawal, if there is one. */
export async function compareBookedPayout(context: Context, tx: Transaction, facts: AnomalyFacts): Promise<boolean> {
  const row = isPayoutKind(facts.kind) ? await findOfProvider(tx, facts) : null
  const [booking] = row ? ((await bookingsOf(context, tx, [row.id])).get(row.id)?.proved ?? []) : []
  if (!row || !booking) return false
  const booked = facts.booked + ((await isReversed(context, tx, row.id)) ? 0n : booking.amount)
  if (facts.amount === booked) await restoreBooked(context, tx, row, { ...facts, booked })
  else await recordAnomaly(context, tx, { ...facts, booked, fields: ['amount'] })
  return true
}
