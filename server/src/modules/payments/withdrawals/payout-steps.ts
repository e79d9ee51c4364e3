/** The steps of a withdrawal between held money and the bank, each in a transaction under the lock of its row. */
import { inTransaction } from '../../../platform/database.ts'
import { faultPoint } from '../../../platform/fault.ts'
import type { Again } from '../../../platform/jobs.ts'
import type { PaymentsContext } from '../context.ts'
import type { PayoutCreation } from '../providers/payout.ts'
import { PAYOUT_NOT_POSSIBLE, PAYOUT_UNKNOWN, payoutFailure } from '../reasons.es.ts'
import { GIVE_UP_TEMPORARY_MS, nextPayoutCheckInMs, RETRY_TEMPORARY_MS, retryUnknownInMs } from '../rules.ts'
import { recordState } from '../state-store.ts'
import { giveMoneyBack } from './end-withdrawal.ts'
import { lockWithdrawal, markHeldAgain, markProcessing, markSending, markUnknown, type WithdrawalRow } from './withdrawal-store.ts'

/** `sentAt`: this attempt was noted. `waitUntil`: the person may not be paid yet. Null: there is nothing to send any more. */
export type Taken = { sentAt: Date } | { waitUntil: Date } | null

export async function takeForSending({ db, clock, outbox, limits }: PaymentsContext, id: string): Promise<Taken> {
  return inTransaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (withdrawal?.state !== 'HELD' && withdrawal?.state !== 'SENDING' && withdrawal?.state !== 'UNKNOWN') return null
    const now = clock.now()
    // Only what has never been sent may wait: a payment that may exist is brought to its end.
    const waitUntil = withdrawal.state === 'HELD' ? await limits.payoutWaitsUntil(tx, withdrawal.accountId) : null
    if (waitUntil) return { waitUntil }
    await markSending(tx, id, withdrawal.state === 'UNKNOWN' ? 'UNKNOWN' : 'SENDING', now)
    if (withdrawal.state !== 'HELD') return { sentAt: now }
    await recordState(tx, id, { state: 'SENDING', note: null, at: now })
    await outbox.emit(tx, 'payments.withdrawal_updated', { accountId: withdrawal.accountId, withdrawalId: id, state: 'SENDING' })
    return { sentAt: now }
  })
}

export async function toProcessing(
  { db, clock, outbox }: PaymentsContext,
  id: string,
  payoutId: string | null,
): Promise<Again | undefined> {
  await inTransaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (withdrawal?.state !== 'SENDING' && withdrawal?.state !== 'UNKNOWN') return
    await markProcessing(tx, id, payoutId)
    await recordState(tx, id, { state: 'PROCESSING', note: null, at: clock.now() })
    await outbox.emit(tx, 'payments.withdrawal_updated', { accountId: withdrawal.accountId, withdrawalId: id, state: 'PROCESSING' })
  })
  faultPoint('payments.payout_processing')
  return { againInMs: nextPayoutCheckInMs(0) }
}

export async function toUnknown({ db, clock, outbox }: PaymentsContext, { id, firstSentAt }: WithdrawalRow): Promise<Again> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (withdrawal?.state !== 'SENDING' && withdrawal?.state !== 'UNKNOWN') return
    await markUnknown(tx, id)
    if (withdrawal.state === 'UNKNOWN') return
    await recordState(tx, id, { state: 'UNKNOWN', note: PAYOUT_UNKNOWN, at: now })
    await outbox.emit(tx, 'payments.withdrawal_updated', { accountId: withdrawal.accountId, withdrawalId: id, state: 'UNKNOWN' })
  })
  return { againInMs: retryUnknownInMs(now.getTime() - (firstSentAt ?? now).getTime()) }
}

export type RefusedCreation = Extract<PayoutCreation, { outcome: 'refused' }>

/** Another run may have sent since: then what this one learned says nothing about the money. */
export const isLastAttempt = ({ lastSentAt }: WithdrawalRow, sentAt: Date | null): boolean => lastSentAt?.getTime() === sentAt?.getTime()

/** Surely not paid by the attempt of `sentAt`, nor by one before it. */
export async function applyRefusal(
  context: PaymentsContext,
  { id, createdAt }: WithdrawalRow,
  { code, isTemporary }: RefusedCreation,
  sentAt: Date,
): Promise<Again | undefined> {
  const { db, clock, log } = context
  const now = clock.now()
  if (isTemporary) log.error({ withdrawalId: id, code }, 'payouts are refused for a reason of ours: balance, limit or credentials')
  const waitsOn = isTemporary && now.getTime() - createdAt.getTime() < GIVE_UP_TEMPORARY_MS
  await inTransaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (withdrawal?.state !== 'SENDING' && withdrawal?.state !== 'UNKNOWN') return
    if (!isLastAttempt(withdrawal, sentAt)) return
    if (!waitsOn) {
      const reason = isTemporary ? PAYOUT_NOT_POSSIBLE : payoutFailure(code)
      return giveMoneyBack(context, tx, withdrawal, { reason, reasonCode: code })
    }
    await markHeldAgain(tx, id, new Date(now.getTime() + RETRY_TEMPORARY_MS))
    await recordState(tx, id, { state: 'HELD', note: null, at: now })
  })
  return waitsOn ? { againInMs: RETRY_TEMPORARY_MS } : undefined
}
