/** The steps of a withdrawal between held money and the bank, each in a transaction under the lock of its row. */
import { inTransaction, type Transaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import type { Reschedule } from '../../../platform/jobs.ts'
import { refuse } from '../../../platform/refusal.ts'
import { PROVIDER, SYSTEM } from '../../../platform/state-machine/index.ts'
import { customerAccount } from '../../ledger/index.ts'
import type { PaymentsContext } from '../context.ts'
import type { PayoutCreation } from '../providers/payout.ts'
import { PAYOUT_NOT_POSSIBLE, PAYOUT_UNKNOWN, payoutFailure } from '../reasons.es.ts'
import { GIVE_UP_TEMPORARY_MS, isOpen, nextPayoutCheckInMs, RETRY_TEMPORARY_MS, retryUnknownInMs } from '../rules.ts'
import { refundWithdrawal } from './end-withdrawal.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import { isAttempted } from './states.ts'
import { lockWithdrawal, noteAttempt, type WithdrawalRow } from './withdrawal-store.ts'

/** `sentAt`: this attempt was noted. `waitUntil`: the person may not be paid yet. Null: there is nothing to send any more. */
export type Claim = { sentAt: Date } | { waitUntil: Date } | null

/** Throws `ledger.unproved` when what would be sent is not what the ledger holds for it: somebody wrote to the database. */
export async function claimForSending(context: PaymentsContext, before: WithdrawalRow): Promise<Claim> {
  const { id } = before
  const { db, clock, limits } = context
  return inTransaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (!withdrawal) return null
    const now = clock.now()
    if (isOpen(withdrawal.state)) await checkHold(context, tx, before)
    if (isAttempted(withdrawal.state)) {
      await noteAttempt(tx, id, now)
      return { sentAt: now }
    }
    // Only what has never been sent may wait: a payment that may exist is brought to its end.
    const waitUntil = withdrawal.state === 'HELD' ? await limits.payoutBlockedUntil(tx, withdrawal.accountId) : null
    if (waitUntil) return { waitUntil }
    const set = { first_sent_at: now, last_sent_at: now }
    const outcome = await moveWithdrawal(context, tx, withdrawal, { to: 'SENDING', at: now, actor: SYSTEM, set, illegal: 'ignore' })
    return outcome === 'moved' ? { sentAt: now } : null
  })
}

/** The row is the product's to change; the hold is not (docs/decisions/0016-sealed-balances.md). */
async function checkHold({ ledger, log }: PaymentsContext, tx: Transaction, { id, accountId, amount }: WithdrawalRow): Promise<void> {
  const hold = await ledger.provedHold(id, tx)
  if (hold?.left === amount && hold.accountId === customerAccount(accountId, 'COP').id) return
  log.error({ securityEvent: 'ledger_unproved', withdrawalId: id }, 'a withdrawal is not what the ledger holds for it: nothing was sent')
  refuse('ledger.unproved')
}

export async function toProcessing(context: PaymentsContext, id: string, payoutId: string | null): Promise<Reschedule | undefined> {
  const { db, clock } = context
  await inTransaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (!withdrawal) return
    const set = { payout_id: withdrawal.payoutId ?? payoutId }
    await moveWithdrawal(context, tx, withdrawal, { to: 'PROCESSING', at: clock.now(), actor: PROVIDER, set, illegal: 'ignore' })
  })
  failpoint('payments.payout_processing')
  return { againInMs: nextPayoutCheckInMs(0) }
}

export async function toUnknown(context: PaymentsContext, { id, firstSentAt }: WithdrawalRow): Promise<Reschedule> {
  const now = context.clock.now()
  await inTransaction(context.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    const change = { to: 'UNKNOWN', at: now, actor: PROVIDER, note: PAYOUT_UNKNOWN, illegal: 'ignore' } as const
    if (withdrawal) await moveWithdrawal(context, tx, withdrawal, change)
  })
  return { againInMs: retryUnknownInMs(now.getTime() - (firstSentAt ?? now).getTime()) }
}

export type RefusedCreation = Extract<PayoutCreation, { outcome: 'refused' }>

/**
 * Another run may have sent since, or the bank may have it already: then what this one learned says nothing about the money.
 */
export const isLastAttempt = ({ state, lastSentAt }: WithdrawalRow, sentAt: Date | null): boolean =>
  isAttempted(state) && lastSentAt?.getTime() === sentAt?.getTime()

/** Surely not paid by the attempt of `sentAt`, nor by one before it. */
export async function applyRefusal(
  context: PaymentsContext,
  { id, createdAt }: WithdrawalRow,
  { code, isTemporary }: RefusedCreation,
  sentAt: Date,
): Promise<Reschedule | undefined> {
  const { db, clock, log } = context
  const now = clock.now()
  if (isTemporary) log.error({ withdrawalId: id, code }, 'payouts are refused for a reason of ours: balance, limit or credentials')
  const waitsOn = isTemporary && now.getTime() - createdAt.getTime() < GIVE_UP_TEMPORARY_MS
  await inTransaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (!withdrawal || !isLastAttempt(withdrawal, sentAt)) return
    if (!waitsOn) {
      const reason = isTemporary ? PAYOUT_NOT_POSSIBLE : payoutFailure(code)
      return refundWithdrawal(context, tx, withdrawal, { to: 'RETURNED', actor: PROVIDER, reason, reasonCode: code, illegal: 'ignore' })
    }
    // As if it had never been sent.
    const set = { first_sent_at: null, last_sent_at: null, pay_after: new Date(now.getTime() + RETRY_TEMPORARY_MS) }
    await moveWithdrawal(context, tx, withdrawal, { to: 'HELD', at: now, actor: PROVIDER, set })
  })
  return waitsOn ? { againInMs: RETRY_TEMPORARY_MS } : undefined
}
