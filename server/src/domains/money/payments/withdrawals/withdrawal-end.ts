/**
 * Ends of a withdrawal. Each moves the held money in the transaction that writes the end, under the lock of the row, with ledger ids
 * derived from the withdrawal's: it happens once, or not at all.
 */
import type { ErrorCode } from '@tunjo/contract/errors'
import type { Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Reschedule } from '../../../../platform/jobs/jobs.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { type Actor, PROVIDER } from '../../../../platform/state-machine/index.ts'
import type { PaymentsContext } from '../context.ts'
import type { PayoutStatus } from '../providers/payout.ts'
import { payoutFailure } from '../reasons.ts'
import { ASK_AGAIN_MS, accountLabel, isOpen } from '../rules.ts'
import { openAttempts } from './attempt-store.ts'
import { type JobContext, withFencedLease } from './fenced-lease.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import { comparePayout } from './payout-anomalies.ts'
import { CODE, costLegs, PREPAID, reversalLegs, settlementOf } from './payout-postings.ts'
import { evidenceOf, notifyUnproved, proveWithdrawal } from './prove-withdrawal.ts'
import { isRefunded, isUnsent } from './states.ts'
import { clearUnpaid, isUnpaidConfirmed } from './unpaid-confirmation.ts'
import { findWithdrawalOfPayout, lockWithdrawal, type WithdrawalRow } from './withdrawal-store.ts'

/** Apply the provider's status of the payment to the withdrawal; `status` must come from an authenticated read. Returns the next check. */
export async function confirmPayout(context: JobContext, withdrawalId: string, status: PayoutStatus): Promise<Reschedule | undefined> {
  if (status.state !== 'failed') await clearUnpaid(context.db, withdrawalId)
  if (status.state === 'open') return undefined
  const next = await withFencedLease<Reschedule | undefined>(context, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId)
    if (!withdrawal) return undefined
    const anomaly = anomalyOf(withdrawal, status)
    if (anomaly) {
      const facts = {
        ...ANOMALIES[anomaly],
        withdrawalId,
        accountId: withdrawal.accountId,
        state: withdrawal.state,
        says: status.state,
        bookedCop: String(withdrawal.amount),
        amountCop: String(status.amountCop),
      }
      context.log.error(facts, 'payout does not fit its withdrawal; nothing was moved')
      const said = await comparePayout(context, tx, withdrawal, status)
      return said === 'seen' ? beforeConfirmed(context) : undefined
    }
    if (!(await isProved(context, tx, withdrawal))) return undefined
    const { payoutId, failureCode: reasonCode } = status
    if (status.state === 'paid') {
      await settle(context, tx, withdrawal, { status, actor: PROVIDER })
      return undefined
    }
    if (!isRefunded(withdrawal.state) && !(await isUnpaidConfirmed(context, tx, withdrawal))) return beforeConfirmed(context)
    const failed = { payoutId, reason: payoutFailure(reasonCode), reasonCode }
    await refundWithdrawal(context, tx, withdrawal, { to: 'RETURNED', actor: PROVIDER, ...failed, illegal: 'ignore' })
    return undefined
  })
  failpoint('payments.payout_confirmed')
  return next
}

/**
 * Next check before a difference is confirmed: one deviating answer is no proof. The check comes long before the confirmation, so that a
 * payout whose record is right again ends.
 */
const beforeConfirmed = ({ settings }: Pick<PaymentsContext, 'settings'>): Reschedule => ({
  againInMs: Math.min(settings.confirmUnpaidMs, ASK_AGAIN_MS),
})

/** Anomalies that only officers can correct: the bank moved another amount, or paid what was returned or never sent. */
const ANOMALIES = {
  amount_mismatch: { securityEvent: 'payout_amount_mismatch' },
  paid_after_return: { securityEvent: 'payout_paid_after_return' },
  never_sent: { securityEvent: 'payout_never_sent' },
} as const

function anomalyOf({ state, amount }: WithdrawalRow, status: PayoutStatus): keyof typeof ANOMALIES | null {
  if (status.amountCop !== amount) return 'amount_mismatch'
  if (status.state === 'paid' && isRefunded(state)) return 'paid_after_return'
  return isUnsent(state) ? 'never_sent' : null
}

/** Proof of a withdrawal that is still held. A settled one is bound to its posting, for any content of the row. */
export async function isProved(context: PaymentsContext, tx: Transaction, withdrawal: WithdrawalRow): Promise<boolean> {
  if (!isOpen(withdrawal.state)) return true
  const evidence = (await evidenceOf(context.seals, tx, [withdrawal.id])).get(withdrawal.id)
  const fault = evidence ? await proveWithdrawal(context, tx, withdrawal, evidence) : 'row'
  if (fault) notifyUnproved(context, withdrawal, fault)
  return fault === null
}

/**
 * Payout id of the withdrawal. A payout belongs to one withdrawal: a record that names the payout of another one ends its withdrawal
 * without an id.
 */
async function payoutIdOf(
  { log }: Pick<PaymentsContext, 'log'>,
  tx: Transaction,
  { id: withdrawalId, payoutId: own }: WithdrawalRow,
  payoutId: string | null,
): Promise<string | null> {
  if (own !== null || payoutId === null) return own
  const holder = await findWithdrawalOfPayout(tx, payoutId)
  if (holder === null || holder.id === withdrawalId) return payoutId
  const facts = { securityEvent: 'payout_of_another', withdrawalId, payoutId, otherWithdrawalId: holder.id }
  log.error(facts, 'the record of a payout names the payout of another withdrawal')
  return null
}

export interface Settlement {
  readonly status: PayoutStatus
  readonly actor: Actor
  readonly note?: string
}

export async function settle(
  context: PaymentsContext,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  { status, actor, note }: Settlement,
): Promise<void> {
  const { clock, ledger, outbox } = context
  const { id, accountId, amount } = withdrawal
  const now = clock.now()
  const payoutId = await payoutIdOf(context, tx, withdrawal, status.payoutId)
  const set = { payout_id: payoutId, reason: null, reason_code: null, ended_at: now }
  const completed = { to: 'COMPLETED', at: now, actor, set, ...(note === undefined ? {} : { note }) } as const
  if ((await moveWithdrawal(context, tx, withdrawal, completed)) !== 'moved') return
  await outbox.emit(tx, 'payments.withdrawal_settled', {
    accountId,
    withdrawalId: id,
    amount: String(amount),
    account: accountLabel(withdrawal),
  })
  const settled = { kind: 'settle', id: settlementOf(id), holdId: id, credit: PREPAID, code: CODE, ref: id } as const
  await ledger.postWithin(tx, [settled, ...costLegs(id, status)])
  failpoint('payments.settle_posted')
}

export interface Refund {
  readonly to: 'RETURNED' | 'CANCELLED'
  readonly actor: Actor
  /** Spanish sentence for the customer. */
  readonly reason: string
  /** Reason code of the provider. */
  readonly reasonCode?: string | null
  readonly payoutId?: string | null
  /** Officer who rejected it, if any. */
  readonly rejectedBy?: string
  /** Result when the withdrawal is past this state. */
  readonly illegal: 'ignore' | ErrorCode
}

/**
 * Return the money of a withdrawal. The caller has locked the row. One that its row shows as never sent is returned only when no attempt
 * was made that may have been paid (see prove-unpaid.ts). When a bank sends back what it had paid, the payment is reversed. False when the
 * withdrawal was past it.
 */
export async function refundWithdrawal(
  context: PaymentsContext,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  { to, actor, reason, reasonCode = null, payoutId = null, rejectedBy, illegal }: Refund,
): Promise<boolean> {
  const { clock, ledger, limits, outbox, seals } = context
  const { id, accountId, amount } = withdrawal
  if (isUnsent(withdrawal.state) && (await openAttempts(seals, tx, id)).length > 0) return illegal === 'ignore' ? false : refuse(illegal)
  const now = clock.now()
  const rejected = rejectedBy === undefined ? {} : { approval_state: 'REJECTED', approver_id: rejectedBy }
  const set = {
    payout_id: await payoutIdOf(context, tx, withdrawal, payoutId),
    reason,
    reason_code: reasonCode,
    ended_at: now,
    ...rejected,
  }
  if ((await moveWithdrawal(context, tx, withdrawal, { to, at: now, actor, note: reason, set, illegal })) !== 'moved') return false
  await limits.releaseUsage(tx, id)
  await outbox.emit(tx, 'payments.withdrawal_returned', {
    accountId,
    withdrawalId: id,
    amount: String(amount),
    account: accountLabel(withdrawal),
    reason,
  })
  if (withdrawal.state === 'COMPLETED') {
    await outbox.emit(tx, 'payments.withdrawal_reversed', { accountId, withdrawalId: id, amount: String(amount) })
    await ledger.postWithin(tx, await reversalLegs(context, id))
  } else await ledger.releaseWithin(tx, { id: idOf('payments.withdrawal.released', id), holdId: id, code: CODE, ref: id })
  failpoint('payments.release_posted')
  return true
}
