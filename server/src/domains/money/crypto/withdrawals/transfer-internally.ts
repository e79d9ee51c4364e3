/**
 * Internal transfer to the deposit address of another customer: credited immediately, in the ledger alone; the receiver is notified as of
 * any deposit.
 */
import type { Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import { Refused } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { customerAccount } from '../../ledger/index.ts'
import type { CryptoContext } from '../context.ts'
import { addressLabel } from '../saved-addresses/check-destination.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import { WITHDRAWAL_NOT_SENT } from './reasons.ts'
import { refundWithdrawal } from './refund-withdrawal.ts'
import type { WithdrawalRow } from './withdrawal-store.ts'

export async function transferInternally(
  context: CryptoContext,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  receiverId: string,
): Promise<void> {
  const { clock, ledger, outbox } = context
  const { id, accountId, asset, amount } = withdrawal
  // The text is that of any unsent withdrawal: restrictions of the receiver are not disclosed to the sender.
  if (!(await mayReceive(context, tx, withdrawal, receiverId)))
    return void (await refundWithdrawal(context, tx, withdrawal, {
      to: 'FAILED',
      actor: SYSTEM,
      reason: WITHDRAWAL_NOT_SENT,
      illegal: 'ignore',
    }))
  const at = clock.now()
  const change = { to: 'CONFIRMED', at, actor: SYSTEM, set: { waiting: null, ended_at: at } } as const
  if ((await moveWithdrawal(context, tx, withdrawal, change)) !== 'moved') return
  await outbox.emit(tx, 'crypto.deposit_credited', { accountId: receiverId, depositId: id, asset, amount: String(amount) })
  const settled = { accountId, withdrawalId: id, asset, amount: String(amount), address: addressLabel(withdrawal) }
  await outbox.emit(tx, 'crypto.withdrawal_settled', settled)
  const credit = customerAccount(receiverId, asset)
  await ledger.postWithin(tx, [
    { kind: 'settle', id: idOf('crypto.inside', id), holdId: id, credit, amount, code: 'crypto.inside', ref: id },
  ])
  failpoint('crypto.withdrawal_moved_inside')
}

/** The receiver's limits apply to internal transfers as to deposits on chain. */
async function mayReceive({ limits }: CryptoContext, tx: Transaction, row: WithdrawalRow, receiverId: string): Promise<boolean> {
  const operationId = idOf('crypto.inside.received', row.id)
  try {
    await limits.reserveLimit(tx, { operationId, accountId: receiverId, direction: 'deposit', amountCop: row.valueCop })
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
