/** The steps of a withdrawal between held money and the bank, each in a transaction under the lock of its row. */
import type { Transaction } from '../../../../platform/database/database.ts'
import type { Reschedule } from '../../../../platform/jobs/jobs.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { PROVIDER, SYSTEM } from '../../../../platform/state-machine/index.ts'
import type { PaymentsContext } from '../context.ts'
import type { PayoutCreation } from '../providers/payout.ts'
import { PAYOUT_NOT_POSSIBLE, PAYOUT_UNKNOWN, payoutFailure } from '../reasons.ts'
import { ABANDON_TEMPORARY_MS, decideSending, nextPayoutCheckInMs, RETRY_TEMPORARY_MS, retryUnknownInMs } from '../rules.ts'
import { type Attempt, attemptsOf, insertAttempt, openAttempts, sealUnpaid } from './attempt-store.ts'
import { type JobContext, withFencedLease } from './fenced-lease.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import { type Evidence, evidenceOf, notifyUnproved, proveWithdrawal } from './prove-withdrawal.ts'
import { isAttempted } from './states.ts'
import { refundWithdrawal } from './withdrawal-end.ts'
import { lockWithdrawal, recordAttempt, type WithdrawalRow } from './withdrawal-store.ts'

/** Next step that the locked row allows. Null when there is nothing to send any more. */
export type Claim =
  | { readonly decision: 'send'; readonly attempt: ClaimedAttempt }
  | { readonly decision: 'look_up'; readonly attempt: ClaimedAttempt }
  | { readonly decision: 'wait'; readonly until: Date }
  | null

/** `before`: the row as it was read. */
export interface ClaimedAttempt {
  readonly before: WithdrawalRow
  /** Earlier attempts that may have been paid. */
  readonly earlier: readonly Attempt[]
  /** Id of this attempt, recorded before it is made; null when nothing is sent. */
  readonly id: string | null
}

const FROZEN_LOOK_MS = 60_000
/** Interval of checks of an unproved withdrawal, until officers correct the row or return the money. */
const UNPROVED_RECHECK_MS = 5 * 60_000
const REVIEW_LOOK_MS = 15_000

export async function claimForSending(context: JobContext, id: string): Promise<Claim> {
  const { clock, seals } = context
  return withFencedLease(context, async (tx) => {
    const before = await lockWithdrawal(tx, id)
    const now = clock.now()
    if (before?.state === 'IN_REVIEW') return { decision: 'wait', until: new Date(now.getTime() + REVIEW_LOOK_MS) }
    if (!before || (before.state !== 'HELD' && !isAttempted(before.state))) return null
    const evidence = (await evidenceOf(seals, tx, [id])).get(id) ?? { reviews: 0, open: [] }
    const fault = await proveWithdrawal(context, tx, before, evidence)
    if (fault) {
      notifyUnproved(context, before, fault)
      return { decision: 'wait', until: new Date(now.getTime() + UNPROVED_RECHECK_MS) }
    }
    return claimProved(context, tx, before, { evidence, now })
  })
}

async function claimProved(
  context: JobContext,
  tx: Transaction,
  before: WithdrawalRow,
  { evidence: { open }, now }: { evidence: Evidence; now: Date },
): Promise<Claim> {
  const { payAfter, sendableFrom } = before
  const notBefore = sendableFrom && sendableFrom > payAfter ? sendableFrom : payAfter
  const decision = decideSending({ payAfter: notBefore, firstSentAt: open[0]?.at ?? null, now })
  if (decision === 'wait') return { decision, until: notBefore }
  if (decision === 'look_up') return { decision, attempt: { before, earlier: open, id: null } }
  return before.state === 'HELD' ? claimHeld(context, tx, before, now) : claimAgain(tx, before, { earlier: open, now })
}

async function claimAgain(
  tx: Transaction,
  before: WithdrawalRow,
  { earlier, now }: { earlier: readonly Attempt[]; now: Date },
): Promise<Claim> {
  await recordAttempt(tx, before.id, now)
  return { decision: 'send', attempt: { before, earlier, id: await insertAttempt(tx, { withdrawalId: before.id, at: now }) } }
}

/** Claim a withdrawal that has never been sent: only such a one may wait for its customer. A payment that may exist is completed. */
async function claimHeld(context: JobContext, tx: Transaction, before: WithdrawalRow, now: Date): Promise<Claim> {
  const until = await context.limits.payoutBlockedUntil(tx, before.accountId)
  if (until) return { decision: 'wait', until }
  const isFrozen = (await context.ledger.freezes(tx)).some(({ asset }) => asset === 'COP')
  if (isFrozen) return { decision: 'wait', until: new Date(now.getTime() + FROZEN_LOOK_MS) }
  const set = { first_tried_at: before.firstTriedAt ?? now, first_sent_at: now, last_sent_at: now }
  await moveWithdrawal(context, tx, before, { to: 'SENDING', at: now, actor: SYSTEM, set })
  const id = await insertAttempt(tx, { withdrawalId: before.id, at: now })
  return { decision: 'send', attempt: { before: { ...before, firstTriedAt: before.firstTriedAt ?? now }, earlier: [], id } }
}

/**
 * Mark the payment as being processed. The id of the payout is taken from a record that matches: the answer to a creation may name the
 * payout of another withdrawal.
 */
export async function markProcessing(context: JobContext, id: string): Promise<Reschedule | undefined> {
  const { clock } = context
  await withFencedLease(context, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (!withdrawal) return
    const set = { unpaid_seen_at: null }
    await moveWithdrawal(context, tx, withdrawal, { to: 'PROCESSING', at: clock.now(), actor: PROVIDER, set, illegal: 'ignore' })
  })
  failpoint('payments.payout_processing')
  return { againInMs: nextPayoutCheckInMs(0) }
}

export async function markOutcomeUnknown(context: JobContext, { id, firstSentAt }: WithdrawalRow): Promise<Reschedule> {
  const now = context.clock.now()
  await withFencedLease(context, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    const change = { to: 'UNKNOWN', at: now, actor: PROVIDER, note: PAYOUT_UNKNOWN, illegal: 'ignore' } as const
    if (withdrawal) await moveWithdrawal(context, tx, withdrawal, change)
  })
  return { againInMs: retryUnknownInMs(now.getTime() - (firstSentAt ?? now).getTime()) }
}

export type RefusedCreation = Extract<PayoutCreation, { outcome: 'refused' }>

/**
 * Attempts that may have been paid, when all are of this run. Null when another run may have sent since, or the bank may have the payment
 * already: then the result of this run is no evidence about the money.
 */
export async function lastAttempts(
  { seals }: Pick<PaymentsContext, 'seals'>,
  tx: Transaction,
  { state }: WithdrawalRow,
  { before, earlier, id }: ClaimedAttempt,
): Promise<Attempt[] | null> {
  const known = new Set([...earlier.map((attempt) => attempt.id), id])
  const open = await openAttempts(seals, tx, before.id)
  return isAttempted(state) && open.every((attempt) => known.has(attempt.id)) ? open : null
}

/** Drop an attempt that was surely refused: an earlier one may nevertheless have been paid. */
export async function clearAttempt({ db, seals }: PaymentsContext, { before, id }: ClaimedAttempt): Promise<void> {
  const all = await attemptsOf(db, [before.id])
  await sealUnpaid(
    seals,
    db,
    all.filter((attempt) => attempt.id === id),
  )
}

/** Apply the refusal of an attempt: surely neither it nor an earlier one was paid. */
export async function applyRefusal(
  context: JobContext,
  attempt: ClaimedAttempt,
  { code, isTemporary }: RefusedCreation,
): Promise<Reschedule | undefined> {
  const { clock, log, seals } = context
  const { id, createdAt, firstTriedAt } = attempt.before
  const now = clock.now()
  if (isTemporary) log.error({ withdrawalId: id, code }, 'payouts are refused for a reason of the platform: balance, limit or credentials')
  const waitsOn = isTemporary && now.getTime() - (firstTriedAt ?? createdAt).getTime() < ABANDON_TEMPORARY_MS
  await withFencedLease(context, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    const unpaid = withdrawal && (await lastAttempts(context, tx, withdrawal, attempt))
    if (!withdrawal || !unpaid) return
    await sealUnpaid(seals, tx, unpaid)
    if (!waitsOn) {
      const reason = isTemporary ? PAYOUT_NOT_POSSIBLE : payoutFailure(code)
      return refundWithdrawal(context, tx, withdrawal, { to: 'RETURNED', actor: PROVIDER, reason, reasonCode: code, illegal: 'ignore' })
    }
    // The state before the first attempt, except for the time since it; the attempts are still looked up when it is cancelled.
    const set = { first_sent_at: null, pay_after: new Date(now.getTime() + RETRY_TEMPORARY_MS) }
    await moveWithdrawal(context, tx, withdrawal, { to: 'HELD', at: now, actor: PROVIDER, set })
  })
  return waitsOn ? { againInMs: RETRY_TEMPORARY_MS } : undefined
}
