/** Comparison of an ended payout with the provider's record, outside of its job: only the job moves money. */
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { makeJobDue } from '../../../../platform/security/stopped-operations.ts'
import type { PaymentsContext } from '../context.ts'
import { comparePayments, comparePayout, compareUnknown } from './payout-anomalies.ts'
import { readPayouts } from './read-payouts.ts'
import { reportPayouts } from './report-payouts.ts'
import { lastPaid, lockWithdrawal, type WithdrawalRow } from './withdrawal-store.ts'

/** @throws ProviderUnreachable */
export async function compareWithdrawal(context: PaymentsContext, { id: withdrawalId, ...read }: WithdrawalRow): Promise<void> {
  const { clock, db, log } = context
  const found = await readPayouts(context, { id: withdrawalId, ...read })
  if (found.length > 0) reportPayouts(context, withdrawalId, found.length)
  if (found.length > 1) {
    await inTransaction(db, async (tx) => {
      const withdrawal = await lockWithdrawal(tx, withdrawalId)
      if (withdrawal) await comparePayments(context, tx, withdrawal, found)
    })
    return
  }
  const [record = null] = found
  if (record?.state === 'failed' && read.state === 'COMPLETED')
    await makeJobDue(db, { id: newId(), name: 'payments.pay-withdrawal', key: withdrawalId, payload: { withdrawalId }, now: clock.now() })
  if (record === null && read.state === 'COMPLETED' && !(await isCanaryShown(context, withdrawalId))) {
    log.error({ securityEvent: 'payout_absence_unproved', withdrawalId, cause: 'canary' }, 'the provider shows no payout that it has')
    return
  }
  await inTransaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId)
    if (!withdrawal) return
    await comparePayments(context, tx, withdrawal, found)
    await comparePayout(context, tx, withdrawal, record)
  })
}

/**
 * Compare all payouts with the reference of one withdrawal. A second payout is not the one that was created for it. @throws
 * ProviderUnreachable
 */
export async function askAboutTwice(context: PaymentsContext, withdrawalId: string): Promise<void> {
  const payments = await context.payouts.allOfReference(withdrawalId)
  await inTransaction(context.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId)
    if (withdrawal) await comparePayments(context, tx, withdrawal, payments)
  })
}

/** Compare the payouts under a reference that belongs to no withdrawal. @throws ProviderUnreachable */
export async function askAboutUnknown(context: PaymentsContext, reference: string): Promise<void> {
  const payments = await context.payouts.allOfReference(reference)
  await inTransaction(context.db, async (tx) => compareUnknown(context, tx, reference, payments))
}

/** Whether the provider shows another payout that it surely has. */
async function isCanaryShown(context: PaymentsContext, exceptId: string): Promise<boolean> {
  const canary = await lastPaid(context.db, exceptId)
  return canary !== null && (await readPayouts(context, canary)).length > 0
}
