/**
 * Payment of a bank withdrawal: the job that takes it from held money to the final result of the bank. After any interruption (time-out, dropped connection, a
 * process that dies) the next run continues from the recorded state: the same key is sent again, or the payment is looked up. Money is
 * returned only when the provider surely did not pay.
 */

import { LeaseLost, type Reschedule } from '../../../../platform/jobs/jobs.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { PROVIDER } from '../../../../platform/state-machine/index.ts'
import type { PaymentsContext } from '../context.ts'
import { ProviderUnreachable } from '../providers/http.ts'
import type { PayoutOrder, PayoutStatus } from '../providers/payout.ts'
import { PAYOUT_NOT_POSSIBLE } from '../reasons.ts'
import { ASK_AGAIN_MS, IN_FLIGHT_MS, isOpen, nextPayoutCheckInMs, retryUnknownInMs } from '../rules.ts'
import { applyOutcome } from './apply-outcome.ts'
import { insertAttempt } from './attempt-store.ts'
import { type JobContext, withFencedLease } from './fenced-lease.ts'
import { recordedOutcomeOf } from './outcome-store.ts'
import {
  applyRefusal,
  type ClaimedAttempt,
  claimForSending,
  clearAttempt,
  lastAttempts,
  markOutcomeUnknown,
  markProcessing,
  type RefusedCreation,
} from './payout-steps.ts'
import { readPayouts } from './read-payouts.ts'
import { recheckAfterEnd, recheckEnded } from './recheck-ended.ts'
import { reportPayouts } from './report-payouts.ts'
import { isUnsent } from './states.ts'
import { isAbsenceProved } from './unpaid-confirmation.ts'
import { confirmPayout, refundWithdrawal } from './withdrawal-end.ts'
import { findWithdrawal, lockWithdrawal, type WithdrawalRow } from './withdrawal-store.ts'

const LOOK_AGAIN_MS = 60_000

export async function payWithdrawal(context: JobContext, withdrawalId: string): Promise<Reschedule | undefined> {
  const withdrawal = await findWithdrawal(context.db, withdrawalId)
  if (!withdrawal) return undefined
  failpoint('payments.payout_read')
  if (!isOpen(withdrawal.state)) return recheckEnded(context, withdrawal)
  const word = isUnsent(withdrawal.state) ? null : await recordedOutcomeOf(context, context.db, withdrawalId)
  if (word) {
    const next = await applyOutcome(context, word)
    return recheckAfterEnd(context, await findWithdrawal(context.db, withdrawalId)) ?? next
  }
  const again = withdrawal.state === 'PROCESSING' ? await follow(context, withdrawal) : await sendAgain(context, withdrawal)
  return again ?? recheckAfterEnd(context, await findWithdrawal(context.db, withdrawalId))
}

/**
 * Look up a payment whose outcome is unknown before it is sent again: while the provider does not answer, no attempt is made, for any
 * number of runs.
 */
async function sendAgain(context: JobContext, withdrawal: WithdrawalRow): Promise<Reschedule | undefined> {
  const { id, state, firstSentAt, createdAt } = withdrawal
  if (state !== 'UNKNOWN') return send(context, id)
  try {
    const [found] = await readPayouts(context, withdrawal)
    return found ? await markProcessing(context, id) : await send(context, id)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    return { againInMs: retryUnknownInMs(context.clock.now().getTime() - (firstSentAt ?? createdAt).getTime()) }
  }
}

/** Send the payment. Nothing is decided on what was read before the row was locked. */
async function send(context: JobContext, withdrawalId: string): Promise<Reschedule | undefined> {
  const claim = await claimForSending(context, withdrawalId)
  if (!claim) return undefined
  if (claim.decision === 'wait') return { againInMs: claim.until.getTime() - context.clock.now().getTime() }
  const { attempt } = claim
  if (claim.decision === 'look_up') return lookUp(context, attempt)
  const { before, earlier } = attempt
  failpoint('payments.marked_sending')
  if (!context.lease.isHeld()) throw new LeaseLost()
  const creation = await context.payouts.create(orderOf(context, before))
  failpoint('payments.payout_created')
  if (creation.outcome === 'accepted') return markProcessing(context, before.id)
  context.log.warn({ withdrawalId: before.id, creation }, 'payout was not accepted')
  if (creation.outcome === 'key_used') return keyUsed(context, attempt)
  if (creation.outcome === 'unknown') return markOutcomeUnknown(context, before)
  const isNothingSent = earlier.length === 0 && !creation.wasSent
  return isNothingSent ? applyRefusal(context, attempt, creation) : lookUpRefused(context, attempt, creation)
}

const orderOf = (
  { parameters }: PaymentsContext,
  { id, amount, bankId, accountType, accountNumber, payee }: WithdrawalRow,
): PayoutOrder => ({
  reference: id,
  amountCop: amount,
  bankCode: parameters.bank(bankId)?.pseCode ?? '',
  accountType: accountType === 9 ? 'savings' : 'current',
  accountNumber,
  payee,
})

/**
 * Look up a refused attempt. It, or one before it, may nevertheless have been paid: only its proved absence at the provider settles that.
 */
async function lookUpRefused(context: JobContext, attempt: ClaimedAttempt, creation: RefusedCreation): Promise<Reschedule | undefined> {
  const { before, earlier } = attempt
  const found = await lookUpPayment(context, attempt)
  if (found === 'absent') return applyRefusal(context, attempt, creation)
  if (found === 'unsure') {
    // The earlier one keeps the withdrawal open, and the time of this one must not defer its check.
    if (earlier.length > 0) await clearAttempt(context, attempt)
    await markOutcomeUnknown(context, before)
    return { againInMs: LOOK_AGAIN_MS }
  }
  return markProcessing(context, before.id)
}

/**
 * Handle a key that was used before. An earlier attempt was accepted: its answer was lost, or another run came first. From here on it
 * counts as possibly paid.
 */
async function keyUsed(context: JobContext, attempt: ClaimedAttempt): Promise<Reschedule | undefined> {
  if (attempt.earlier.some(({ isKeyUsed }) => isKeyUsed)) return lookUp(context, attempt)
  const used = { withdrawalId: attempt.before.id, at: context.clock.now(), isKeyUsed: true }
  const id = await withFencedLease(context, (tx) => insertAttempt(tx, used))
  return lookUp(context, { ...attempt, earlier: [...attempt.earlier, { ...used, id, unpaidSeal: null }] })
}

/** Look up the payment by its reference: when the lifetime of the key is past, nothing is sent any more. */
async function lookUp(context: JobContext, attempt: ClaimedAttempt): Promise<Reschedule | undefined> {
  const { before, earlier } = attempt
  const found = await lookUpPayment(context, attempt)
  if (found === 'unsure') {
    const now = context.clock.now()
    await markOutcomeUnknown(context, before)
    return { againInMs: Math.min(nextPayoutCheckInMs(now.getTime() - (earlier[0]?.at ?? now).getTime()), LOOK_AGAIN_MS) }
  }
  if (found !== 'absent') return markProcessing(context, before.id)
  context.log.error({ withdrawalId: before.id }, 'the provider has no payment for this withdrawal; the money goes back')
  await withFencedLease(context, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, before.id)
    if (!withdrawal || !(await lastAttempts(context, tx, withdrawal, attempt))) return
    // Two officers may have recorded meanwhile that the bank paid it.
    if (await recordedOutcomeOf(context, tx, before.id)) return
    await refundWithdrawal(context, tx, withdrawal, { to: 'RETURNED', actor: PROVIDER, reason: PAYOUT_NOT_POSSIBLE, illegal: 'ignore' })
  })
  return undefined
}

/** Look up by the earlier attempts, whose times cannot be changed. */
async function lookUpPayment(context: PaymentsContext, { before, earlier }: ClaimedAttempt): Promise<PayoutStatus | 'absent' | 'unsure'> {
  const { clock, log } = context
  const lastSentAt = earlier.at(-1)?.at ?? clock.now()
  const isKeyUsed = earlier.some((attempt) => attempt.isKeyUsed)
  try {
    const [found] = await readPayouts(context, before)
    if (found) return found
    if (isKeyUsed) log.error({ securityEvent: 'payout_unfindable', withdrawalId: before.id }, 'key used, but no payment found')
    const isInFlight = earlier.length > 0 && clock.now().getTime() - lastSentAt.getTime() < IN_FLIGHT_MS
    return !isKeyUsed && !isInFlight && (await isAbsenceProved(context, before)) ? 'absent' : 'unsure'
  } catch (error) {
    if (error instanceof ProviderUnreachable) return 'unsure'
    throw error
  }
}

/** Follow a payment at the bank: read until it ends. Events usually report it earlier. */
async function follow(context: JobContext, withdrawal: WithdrawalRow): Promise<Reschedule | undefined> {
  const { clock, db } = context
  const { id, firstSentAt } = withdrawal
  const againInMs = nextPayoutCheckInMs(clock.now().getTime() - (firstSentAt ?? withdrawal.createdAt).getTime())
  const oddly = { againInMs: Math.min(againInMs, ASK_AGAIN_MS) }
  let found: readonly PayoutStatus[]
  try {
    found = await readPayouts(context, withdrawal)
  } catch (error) {
    if (error instanceof ProviderUnreachable) return oddly
    throw error
  }
  reportPayouts(context, id, found.length)
  if (found.length > 1) return oddly
  const next = found[0] ? await confirmPayout(context, id, found[0]) : undefined
  const isStillOpen = isOpen((await findWithdrawal(db, id))?.state ?? 'COMPLETED')
  return isStillOpen ? (next ?? (found[0] ? { againInMs } : oddly)) : undefined
}
