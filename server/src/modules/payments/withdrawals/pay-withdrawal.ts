/**
 * The job that takes a withdrawal from held money to the bank's final word. Whatever happens in between (time-out, dropped
 * connection, a process that dies) leaves a state from which the next run goes on: the same key is sent again, or the payment is
 * looked up. Money is given back only when the provider surely did not pay.
 */
import { inTransaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import type { Reschedule } from '../../../platform/jobs.ts'
import { PROVIDER } from '../../../platform/state-machine/index.ts'
import type { PaymentsContext } from '../context.ts'
import { ProviderUnreachable } from '../providers/http.ts'
import type { PayoutOrder, PayoutStatus } from '../providers/payout.ts'
import { PAYOUT_NOT_POSSIBLE } from '../reasons.es.ts'
import { decideSending, IN_FLIGHT_MS, isOpen, nextPayoutCheckInMs } from '../rules.ts'
import { confirmPayout, refundWithdrawal } from './end-withdrawal.ts'
import { applyRefusal, claimForSending, isLastAttempt, type RefusedCreation, toProcessing, toUnknown } from './payout-steps.ts'
import { lookAfterEnd, recheckEnded } from './recheck-ended.ts'
import { findWithdrawal, forgetAttempt, lockWithdrawal, markKeyUsed, type WithdrawalRow } from './withdrawal-store.ts'

const LOOK_AGAIN_MS = 60_000
const DOUBLE_CHECK_MS = 3_600_000

export async function payWithdrawal(context: PaymentsContext, withdrawalId: string): Promise<Reschedule | undefined> {
  const withdrawal = await findWithdrawal(context.db, withdrawalId)
  if (!withdrawal) return undefined
  if (!isOpen(withdrawal.state)) return recheckEnded(context, withdrawal)
  return (await advance(context, withdrawal)) ?? lookAfterEnd(context, await findWithdrawal(context.db, withdrawalId))
}

/** Undefined when there is nothing more to do before its end. */
async function advance(context: PaymentsContext, withdrawal: WithdrawalRow): Promise<Reschedule | undefined> {
  if (withdrawal.state === 'PROCESSING') return follow(context, withdrawal)
  const { payAfter, firstSentAt } = withdrawal
  const now = context.clock.now()
  const decision = decideSending({ payAfter, firstSentAt, now })
  if (decision === 'wait') return { againInMs: payAfter.getTime() - now.getTime() }
  if (decision === 'look_up') return lookUp(context, withdrawal)
  return send(context, withdrawal)
}

/** `before`: the row as the attempt found it; SENDING or UNKNOWN there means that an earlier attempt may have been paid. */
async function send(context: PaymentsContext, before: WithdrawalRow): Promise<Reschedule | undefined> {
  const claim = await claimForSending(context, before)
  if (!claim) return undefined
  if ('waitUntil' in claim) return { againInMs: claim.waitUntil.getTime() - context.clock.now().getTime() }
  const { sentAt } = claim
  failpoint('payments.marked_sending')
  const creation = await context.payouts.create(orderOf(context, before))
  failpoint('payments.payout_created')
  if (creation.outcome === 'accepted') return toProcessing(context, before.id, creation.payoutId)
  context.log.warn({ withdrawalId: before.id, creation }, 'payout was not accepted')
  if (creation.outcome === 'key_used') return keyUsed(context, before)
  if (creation.outcome === 'unknown') return toUnknown(context, before)
  return before.state === 'HELD' ? applyRefusal(context, before, creation, sentAt) : refusedAfterUnknown(context, before, creation, sentAt)
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

/** This attempt was refused, but an earlier one may have been paid: only its absence at the provider, after a while, settles that. */
async function refusedAfterUnknown(
  context: PaymentsContext,
  before: WithdrawalRow,
  creation: RefusedCreation,
  sentAt: Date,
): Promise<Reschedule | undefined> {
  const found = await lookUpPayment(context, before)
  if (found === 'absent') return applyRefusal(context, before, creation, sentAt)
  if (found === 'unsure') {
    await forgetAttempt(context.db, before.id, { sentAt, lastSentAt: before.lastSentAt })
    await toUnknown(context, before)
    return { againInMs: LOOK_AGAIN_MS }
  }
  return toProcessing(context, before.id, found.payoutId)
}

/** An earlier attempt was accepted: its answer was lost, or another run came first. */
async function keyUsed(context: PaymentsContext, before: WithdrawalRow): Promise<Reschedule | undefined> {
  await inTransaction(context.db, (tx) => markKeyUsed(tx, before.id))
  return lookUp(context, { ...before, isKeyUsed: true })
}

/** The payment is asked for by its reference: past the time of the key nothing is sent any more. */
async function lookUp(context: PaymentsContext, before: WithdrawalRow): Promise<Reschedule | undefined> {
  const found = await lookUpPayment(context, before)
  if (found === 'unsure') {
    const now = context.clock.now()
    await toUnknown(context, before)
    return { againInMs: nextPayoutCheckInMs(now.getTime() - (before.firstSentAt ?? now).getTime()) }
  }
  if (found !== 'absent') return toProcessing(context, before.id, found.payoutId)
  context.log.error({ withdrawalId: before.id }, 'the provider has no payment for this withdrawal; the money goes back')
  await inTransaction(context.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, before.id)
    if (!withdrawal || !isLastAttempt(withdrawal, before.lastSentAt)) return
    await refundWithdrawal(context, tx, withdrawal, { to: 'RETURNED', actor: PROVIDER, reason: PAYOUT_NOT_POSSIBLE, illegal: 'ignore' })
  })
  return undefined
}

async function lookUpPayment({ clock, log, payouts }: PaymentsContext, before: WithdrawalRow): Promise<PayoutStatus | 'absent' | 'unsure'> {
  const lastSentAt = before.lastSentAt ?? clock.now()
  try {
    const [found] = await payouts.ofReference(before.id)
    if (found) return found
    if (before.isKeyUsed) log.error({ security: 'payments.payout_unfindable', withdrawalId: before.id }, 'key used, but no payment found')
    return before.isKeyUsed || clock.now().getTime() - lastSentAt.getTime() < IN_FLIGHT_MS ? 'unsure' : 'absent'
  } catch (error) {
    if (error instanceof ProviderUnreachable) return 'unsure'
    throw error
  }
}

/** With the bank: read until it ends. Events usually say it first. */
async function follow(context: PaymentsContext, withdrawal: WithdrawalRow): Promise<Reschedule | undefined> {
  const { clock, db, log } = context
  const { id, firstSentAt } = withdrawal
  const againInMs = nextPayoutCheckInMs(clock.now().getTime() - (firstSentAt ?? withdrawal.createdAt).getTime())
  let found: readonly PayoutStatus[]
  try {
    found = await context.payouts.ofReference(id)
  } catch (error) {
    if (error instanceof ProviderUnreachable) return { againInMs }
    throw error
  }
  if (found.length > 1) {
    log.error({ security: 'payments.payout_twice', withdrawalId: id, payments: found.length }, 'more than one payment for a withdrawal')
    return { againInMs: DOUBLE_CHECK_MS }
  }
  if (found[0]) await confirmPayout(context, id, found[0])
  else log.error({ security: 'payments.payout_lost', withdrawalId: id }, 'the provider no longer knows a payment it had accepted')
  const isStillOpen = isOpen((await findWithdrawal(db, id))?.state ?? 'COMPLETED')
  return isStillOpen ? { againInMs } : undefined
}
