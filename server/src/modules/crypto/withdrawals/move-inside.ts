/** The address is of another customer: the tokens are theirs at once, in the ledger alone; they are told as of any deposit. */
import type { Transaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { idOf } from '../../../platform/ids.ts'
import { Refused } from '../../../platform/refusal.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import { customerAccount } from '../../ledger/index.ts'
import type { CryptoContext } from '../context.ts'
import { addressLabel } from '../saved-addresses/check-address.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import { WITHDRAWAL_NOT_SENT } from './reasons.es.ts'
import { refundWithdrawal } from './refund-withdrawal.ts'
import type { WithdrawalRow } from './withdrawal-store.ts'

export async function moveInside(context: CryptoContext, tx: Transaction, withdrawal: WithdrawalRow, receiverId: string): Promise<void> {
  const { clock, ledger, outbox } = context
  const { id, accountId, asset, amount } = withdrawal
  // In the words of any withdrawal that was not sent: what holds for the owner of an address is not the sender's to know.
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

/** Their limits hold for what comes from another customer as for what comes by the chain. */
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
