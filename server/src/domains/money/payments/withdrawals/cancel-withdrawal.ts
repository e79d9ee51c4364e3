/** Cancellation of a withdrawal that was not sent to the bank yet. */
import type { FiatTransactionDetail } from '@tunjo/contract/payments'
import { validate as isUuid } from 'uuid'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { customer, SYSTEM } from '../../../../platform/state-machine/index.ts'
import type { PaymentsContext } from '../context.ts'
import { presentMovement } from '../movement.ts'
import { WITHDRAWAL_CANCELLED, WITHDRAWAL_STOPPED } from '../reasons.ts'
import { proveUnpaid } from './prove-unpaid.ts'
import { refundWithdrawal } from './withdrawal-end.ts'
import { findWithdrawal, heldWithdrawalsOf, lockWithdrawal } from './withdrawal-store.ts'

/** Cancel all held withdrawals of an account that its customer froze. One that cannot be cancelled now does not stop the others. */
export async function cancelHeldWithdrawals(context: PaymentsContext, owner: string): Promise<void> {
  const failures: unknown[] = []
  for (const id of await heldWithdrawalsOf(context.db, owner))
    try {
      await stopWithdrawal(context, id)
    } catch (error) {
      failures.push(error)
    }
  // The event is handled again for these.
  if (failures.length > 0) throw failures[0]
}

async function stopWithdrawal(context: PaymentsContext, id: string): Promise<void> {
  await askProvider(context, id)
  await inTransaction(context.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    const stopped = { to: 'CANCELLED', actor: SYSTEM, reason: WITHDRAWAL_STOPPED, illegal: 'ignore' } as const
    if (!withdrawal || !(await refundWithdrawal(context, tx, withdrawal, stopped))) return
    await context.audit.record(tx, {
      actor: { kind: 'system', name: 'payments.stop_withdrawals' },
      action: 'payments.withdrawal_stopped',
      object: { type: 'withdrawal', id },
      before: withdrawal.state,
      after: 'CANCELLED',
    })
  })
}

async function askProvider(context: PaymentsContext, id: string): Promise<void> {
  const withdrawal = await findWithdrawal(context.db, id)
  if (withdrawal) await proveUnpaid(context, withdrawal)
}

/** Cancel a withdrawal while its money is only held. The row lock decides between the customer and the job that pays. */
export async function cancelWithdrawal(context: PaymentsContext, owner: string, id: string): Promise<FiatTransactionDetail> {
  const found = isUuid(id) ? await findWithdrawal(context.db, id) : null
  if (found?.accountId !== owner) refuse('payments.transaction_not_found')
  await proveUnpaid(context, found)
  await inTransaction(context.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (withdrawal?.accountId !== owner) refuse('payments.transaction_not_found')
    await refundWithdrawal(context, tx, withdrawal, {
      to: 'CANCELLED',
      actor: customer(owner),
      reason: WITHDRAWAL_CANCELLED,
      illegal: 'payments.withdrawal_not_cancellable',
    })
  })
  return presentMovement(context, owner, id)
}
