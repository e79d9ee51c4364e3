/**
 * The ends of a withdrawal. Each moves the held money in the transaction that writes the end, under the lock of the row, with ledger
 * ids made from the withdrawal's: it happens once, or not at all.
 */
import { inTransaction, type Transaction } from '../../../platform/database.ts'
import { faultPoint } from '../../../platform/fault.ts'
import { idOf } from '../../../platform/ids.ts'
import { systemAccount } from '../../ledger/index.ts'
import type { PaymentsContext } from '../context.ts'
import type { PayoutStatus } from '../providers/payout.ts'
import { payoutFailure } from '../reasons.es.ts'
import { accountLabel, isOpen } from '../rules.ts'
import { recordState } from '../state-store.ts'
import { endWithdrawal, lockWithdrawal, markProcessing, type WithdrawalRow } from './withdrawal-store.ts'

const CODE = 'payments.withdrawal'
const settlementOf = (id: string) => idOf('payments.withdrawal.settled', id)

/** Brings a withdrawal to what the provider says of its payment; `status` must come from an authenticated read. */
export async function confirmPayout(context: PaymentsContext, withdrawalId: string, status: PayoutStatus): Promise<void> {
  if (status.state === 'open') return
  await inTransaction(context.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId)
    if (!withdrawal) return
    const surprise = surpriseOf(withdrawal, status)
    if (surprise) {
      const facts = { withdrawalId, state: withdrawal.state, says: status.state, amountCop: String(status.amountCop) }
      return context.log.error(
        { security: `payments.payout_${surprise}`, ...facts },
        'payout does not fit its withdrawal; nothing was moved',
      )
    }
    if (status.payoutId && isOpen(withdrawal.state)) await markProcessing(tx, withdrawalId, status.payoutId)
    if (status.state === 'paid') return settle(context, tx, withdrawal)
    await giveMoneyBack(context, tx, withdrawal, { reason: payoutFailure(status.failureCode), reasonCode: status.failureCode })
  })
  faultPoint('payments.payout_confirmed')
}

/** What only people can put right: the bank moved another amount, or paid what was given back or never sent. */
function surpriseOf({ state, amount }: WithdrawalRow, status: PayoutStatus): string | null {
  if (status.amountCop !== amount) return 'amount_mismatch'
  const wasGivenBack = state === 'RETURNED' || state === 'CANCELLED'
  if (status.state === 'paid' && wasGivenBack) return 'paid_after_return'
  return state === 'HELD' ? 'never_sent' : null
}

async function settle({ clock, ledger, outbox }: PaymentsContext, tx: Transaction, withdrawal: WithdrawalRow): Promise<void> {
  if (!isOpen(withdrawal.state)) return
  const { id, accountId, amount } = withdrawal
  const now = clock.now()
  await endWithdrawal(tx, id, { state: 'COMPLETED', reason: null, reasonCode: null, at: now })
  await recordState(tx, id, { state: 'COMPLETED', note: null, at: now })
  await outbox.emit(tx, 'payments.withdrawal_updated', { accountId, withdrawalId: id, state: 'COMPLETED' })
  await outbox.emit(tx, 'payments.withdrawal_settled', {
    accountId,
    withdrawalId: id,
    amount: String(amount),
    account: accountLabel(withdrawal),
  })
  await ledger.settleWithin(tx, { id: settlementOf(id), holdId: id, credit: systemAccount('bank', 'COP'), code: CODE, ref: id })
  faultPoint('payments.settle_posted')
}

export interface Return {
  readonly state?: 'RETURNED' | 'CANCELLED'
  /** Spanish sentence for the customer. */
  readonly reason: string
  readonly reasonCode: string | null
}

/** The caller has locked the row. A bank may even send back what it had paid: then the payment is reversed. */
export async function giveMoneyBack(
  { clock, ledger, limits, outbox }: PaymentsContext,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  { state = 'RETURNED', reason, reasonCode }: Return,
): Promise<void> {
  if (withdrawal.state === 'RETURNED' || withdrawal.state === 'CANCELLED') return
  const { id, accountId, amount } = withdrawal
  const now = clock.now()
  await endWithdrawal(tx, id, { state, reason, reasonCode, at: now })
  await recordState(tx, id, { state, note: reason, at: now })
  await limits.giveBack(tx, id)
  await outbox.emit(tx, 'payments.withdrawal_updated', { accountId, withdrawalId: id, state })
  await outbox.emit(tx, 'payments.withdrawal_returned', {
    accountId,
    withdrawalId: id,
    amount: String(amount),
    account: accountLabel(withdrawal),
    reason,
  })
  if (withdrawal.state === 'COMPLETED') {
    await outbox.emit(tx, 'payments.withdrawal_reversed', { accountId, withdrawalId: id, amount: String(amount) })
    await ledger.reverseWithin(tx, { id: idOf('payments.withdrawal.reversed', id), transferId: settlementOf(id), code: CODE, ref: id })
  } else await ledger.releaseWithin(tx, { id: idOf('payments.withdrawal.released', id), holdId: id, code: CODE, ref: id })
  faultPoint('payments.release_posted')
}
