/** Compares a payout that ended with the provider's record, outside of its job: what moves money is left to that. */
import { inTransaction } from '../../../platform/database.ts'
import { newId } from '../../../platform/ids.ts'
import { wakeJob } from '../../../platform/stopped-operations.ts'
import type { PaymentsContext } from '../context.ts'
import { comparePayout } from './payout-anomalies.ts'
import { readPayouts } from './read-payouts.ts'
import { lastPaid, lockWithdrawal, type WithdrawalRow } from './withdrawal-store.ts'

/** @throws ProviderUnreachable */
export async function compareWithdrawal(context: PaymentsContext, { id: withdrawalId, ...read }: WithdrawalRow): Promise<void> {
  const { clock, db, log } = context
  const found = await readPayouts(context, { id: withdrawalId, ...read })
  if (found.length > 1) {
    log.error({ securityEvent: 'payout_twice', withdrawalId, payments: found.length }, 'more than one payment for a withdrawal')
    return
  }
  const [record = null] = found
  if (record?.state === 'failed' && read.state === 'COMPLETED')
    await wakeJob(db, { id: newId(), name: 'payments.pay-withdrawal', key: withdrawalId, payload: { withdrawalId }, now: clock.now() })
  if (record === null && read.state === 'COMPLETED' && !(await isCanaryShown(context, withdrawalId))) {
    log.error({ securityEvent: 'payout_absence_unproved', withdrawalId, cause: 'canary' }, 'the provider shows no payout that it has')
    return
  }
  await inTransaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId)
    if (withdrawal) await comparePayout(context, tx, withdrawal, record)
  })
}

/** Whether the provider shows another payout that it surely has. */
async function isCanaryShown(context: PaymentsContext, exceptId: string): Promise<boolean> {
  const canary = await lastPaid(context.db, exceptId)
  return canary !== null && (await readPayouts(context, canary)).length > 0
}
