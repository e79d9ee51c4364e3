/**
 * Proof that a payout was not made. One negative answer is no proof, nor is silence. The provider must deny it twice with time between,
 * show a payout that it surely has, and its account must not lack the sum. Until then the withdrawal waits, at the latest for two officers.
 */
import { sql } from 'kysely'
import { type Connection, inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import type { PaymentsContext } from '../context.ts'
import { payoutSnapshot } from '../payout-snapshot.ts'
import { readPayouts } from './read-payouts.ts'
import { lastPaid, lockWithdrawal, type WithdrawalRow } from './withdrawal-store.ts'

/** The caller has locked the row. False at the first negative answer, whose time is recorded. */
export async function isUnpaidConfirmed(
  { clock, settings }: Pick<PaymentsContext, 'clock' | 'settings'>,
  tx: Transaction,
  { id, unpaidSeenAt }: WithdrawalRow,
): Promise<boolean> {
  const now = clock.now()
  if (!unpaidSeenAt) await sql`UPDATE payments.withdrawal SET unpaid_seen_at = ${now} WHERE id = ${id}`.execute(tx)
  return now.getTime() - (unpaidSeenAt ?? now).getTime() >= settings.confirmUnpaidMs
}

/** Reset the confirmation after another answer of the provider: the next negative answer is a first one again. */
export async function clearUnpaid(connection: Connection, id: string): Promise<void> {
  await sql`UPDATE payments.withdrawal SET unpaid_seen_at = NULL WHERE id = ${id} AND unpaid_seen_at IS NOT NULL`.execute(connection)
}

/** Whether the absence of a payout is proved, after a look-up that found none. @throws ProviderUnreachable */
export async function isAbsenceProved(context: PaymentsContext, { id, amount }: WithdrawalRow): Promise<boolean> {
  const { db, log } = context
  const canary = await lastPaid(db, id)
  if (!canary || (await readPayouts(context, canary)).length === 0) {
    log.error({ securityEvent: 'payout_absence_unproved', withdrawalId: id, cause: 'canary' }, 'the provider shows no payout that it has')
    return false
  }
  if ((await missingAtProvider(context)) >= amount) {
    log.error({ securityEvent: 'payout_absence_unproved', withdrawalId: id, cause: 'balance' }, 'the account of payouts lacks the sum')
    return false
  }
  return inTransaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    return withdrawal !== null && isUnpaidConfirmed(context, tx, withdrawal)
  })
}

/** Sum that left the provider's account without a payout. */
async function missingAtProvider(context: PaymentsContext): Promise<bigint> {
  const { booked, balance, taken } = await payoutSnapshot(context)()
  return [...taken.values()].reduce((left, amount) => left - amount, booked) - balance
}
