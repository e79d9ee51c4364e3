/** The steps of a withdrawal between held money and the bank, each in a transaction under the lock of its row. */
import type { Transaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import type { Reschedule } from '../../../platform/jobs.ts'
import { refuse } from '../../../platform/refusal.ts'
import { PROVIDER, SYSTEM } from '../../../platform/state-machine/index.ts'
import { customerAccount } from '../../ledger/index.ts'
import type { PaymentsContext } from '../context.ts'
import type { PayoutCreation } from '../providers/payout.ts'
import { PAYOUT_NOT_POSSIBLE, PAYOUT_UNKNOWN, payoutFailure } from '../reasons.es.ts'
import { decideSending, GIVE_UP_TEMPORARY_MS, nextPayoutCheckInMs, RETRY_TEMPORARY_MS, retryUnknownInMs } from '../rules.ts'
import { refundWithdrawal } from './end-withdrawal.ts'
import { inStep, type JobContext } from './in-step.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import { isAttempted } from './states.ts'
import { lockWithdrawal, noteAttempt, type WithdrawalRow } from './withdrawal-store.ts'

/**
 * What the row allows under its lock. `send`: this attempt was noted at `sentAt`; `before` is the row as the attempt found it, and SENDING
 * or UNKNOWN there means that an earlier attempt may have been paid. Null: there is nothing to send any more.
 */
export type Claim =
  | { readonly decision: 'send'; readonly before: WithdrawalRow; readonly sentAt: Date }
  | { readonly decision: 'look_up'; readonly before: WithdrawalRow }
  | { readonly decision: 'wait'; readonly until: Date }
  | null

const FROZEN_LOOK_MS = 60_000
const REVIEW_LOOK_MS = 15_000

/** Throws `ledger.unproved` when what would be sent is not what the ledger holds for it: somebody wrote to the database. */
export async function claimForSending(context: JobContext, id: string): Promise<Claim> {
  const { clock } = context
  return inStep(context, async (tx) => {
    const before = await lockWithdrawal(tx, id)
    const now = clock.now()
    if (before?.state === 'IN_REVIEW') return { decision: 'wait', until: new Date(now.getTime() + REVIEW_LOOK_MS) }
    if (!before || (before.state !== 'HELD' && !isAttempted(before.state))) return null
    const decision = decideSending({ ...before, now })
    if (decision === 'wait') return { decision, until: before.payAfter }
    if (decision === 'look_up') return { decision, before }
    await checkHold(context, tx, before)
    return before.state === 'HELD' ? claimHeld(context, tx, before, now) : claimAgain(tx, before, now)
  })
}

async function claimAgain(tx: Transaction, before: WithdrawalRow, now: Date): Promise<Claim> {
  await noteAttempt(tx, before.id, now)
  return { decision: 'send', before, sentAt: now }
}

/** Only what has never been sent may wait for its person: a payment that may exist is brought to its end. */
async function claimHeld(context: JobContext, tx: Transaction, before: WithdrawalRow, now: Date): Promise<Claim> {
  const until = await context.limits.payoutBlockedUntil(tx, before.accountId)
  if (until) return { decision: 'wait', until }
  const isFrozen = (await context.ledger.freezes(tx)).some(({ asset }) => asset === 'COP')
  if (isFrozen) return { decision: 'wait', until: new Date(now.getTime() + FROZEN_LOOK_MS) }
  const set = { first_tried_at: before.firstTriedAt ?? now, first_sent_at: now, last_sent_at: now }
  await moveWithdrawal(context, tx, before, { to: 'SENDING', at: now, actor: SYSTEM, set })
  return { decision: 'send', before: { ...before, firstTriedAt: before.firstTriedAt ?? now }, sentAt: now }
}

/** The row is the product's to change; the hold is not (docs/decisions/0016-sealed-balances.md). */
async function checkHold({ ledger, log }: PaymentsContext, tx: Transaction, { id, accountId, amount }: WithdrawalRow): Promise<void> {
  const hold = await ledger.provedHold(id, tx)
  if (hold?.left === amount && hold.accountId === customerAccount(accountId, 'COP').id) return
  log.error({ securityEvent: 'ledger_unproved', withdrawalId: id }, 'a withdrawal is not what the ledger holds for it: nothing was sent')
  refuse('ledger.unproved')
}

export async function toProcessing(context: JobContext, id: string, payoutId: string | null): Promise<Reschedule | undefined> {
  const { clock } = context
  await inStep(context, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (!withdrawal) return
    const set = { payout_id: withdrawal.payoutId ?? payoutId }
    await moveWithdrawal(context, tx, withdrawal, { to: 'PROCESSING', at: clock.now(), actor: PROVIDER, set, illegal: 'ignore' })
  })
  failpoint('payments.payout_processing')
  return { againInMs: nextPayoutCheckInMs(0) }
}

export async function toUnknown(context: JobContext, { id, firstSentAt }: WithdrawalRow): Promise<Reschedule> {
  const now = context.clock.now()
  await inStep(context, async (tx) => {
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
  context: JobContext,
  { id, createdAt, firstTriedAt }: WithdrawalRow,
  { code, isTemporary }: RefusedCreation,
  sentAt: Date,
): Promise<Reschedule | undefined> {
  const { clock, log } = context
  const now = clock.now()
  if (isTemporary) log.error({ withdrawalId: id, code }, 'payouts are refused for a reason of ours: balance, limit or credentials')
  const waitsOn = isTemporary && now.getTime() - (firstTriedAt ?? createdAt).getTime() < GIVE_UP_TEMPORARY_MS
  await inStep(context, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (!withdrawal || !isLastAttempt(withdrawal, sentAt)) return
    if (!waitsOn) {
      const reason = isTemporary ? PAYOUT_NOT_POSSIBLE : payoutFailure(code)
      return refundWithdrawal(context, tx, withdrawal, { to: 'RETURNED', actor: PROVIDER, reason, reasonCode: code, illegal: 'ignore' })
    }
    // As if it had never been sent, but for how long it has been tried.
    const set = { first_sent_at: null, last_sent_at: null, pay_after: new Date(now.getTime() + RETRY_TEMPORARY_MS) }
    await moveWithdrawal(context, tx, withdrawal, { to: 'HELD', at: now, actor: PROVIDER, set })
  })
  return waitsOn ? { againInMs: RETRY_TEMPORARY_MS } : undefined
}
