/**
 * The job that takes a withdrawal from held money to the bank's final word. Whatever happens in between (time-out, dropped
 * connection, a process that dies) leaves a state from which the next run goes on: the same key is sent again, or the payment is
 * looked up. Money is given back only when the provider surely did not pay.
 */
import { inTransaction } from '../../platform/database.ts'
import { faultPoint } from '../../platform/fault.ts'
import type { Again } from '../../platform/jobs.ts'
import type { PaymentsContext } from './context.ts'
import { confirmPayout, giveMoneyBack } from './end-withdrawal.ts'
import { ProviderUnreachable } from './providers/http.ts'
import type { PayoutCreation, PayoutOrder, PayoutStatus } from './providers/payout.ts'
import { PAYOUT_NOT_POSSIBLE, PAYOUT_UNKNOWN, payoutFailure } from './reasons.es.ts'
import {
  decideSending,
  GIVE_UP_TEMPORARY_MS,
  IN_FLIGHT_MS,
  isOpen,
  nextPayoutCheckInMs,
  RETRY_TEMPORARY_MS,
  retryUnknownInMs,
} from './rules.ts'
import { recordState } from './state-store.ts'
import {
  findWithdrawal,
  lockWithdrawal,
  markHeldAgain,
  markKeyUsed,
  markProcessing,
  markSending,
  markUnknown,
  type WithdrawalRow,
} from './withdrawal-store.ts'

const LOOK_AGAIN_MS = 60_000
const DOUBLE_CHECK_MS = 3_600_000

export async function payWithdrawal(context: PaymentsContext, withdrawalId: string): Promise<Again | undefined> {
  const withdrawal = await findWithdrawal(context.db, withdrawalId)
  if (!withdrawal || !isOpen(withdrawal.state)) return undefined
  if (withdrawal.state === 'PROCESSING') return follow(context, withdrawal)
  const { payAfter, firstSentAt } = withdrawal
  const now = context.clock.now()
  const decision = decideSending({ payAfter, firstSentAt, now })
  if (decision === 'wait') return { againInMs: payAfter.getTime() - now.getTime() }
  if (decision === 'look_up') return lookUp(context, withdrawal)
  return send(context, withdrawal)
}

/** `before`: the row as the attempt found it; SENDING or UNKNOWN there means that an earlier attempt may have been paid. */
async function send(context: PaymentsContext, before: WithdrawalRow): Promise<Again | undefined> {
  if (!(await takeForSending(context, before.id))) return undefined
  faultPoint('payments.marked_sending')
  const creation = await context.payouts.create(orderOf(context, before))
  faultPoint('payments.payout_created')
  if (creation.outcome === 'accepted') return toProcessing(context, before.id, creation.payoutId)
  context.log.warn({ withdrawalId: before.id, creation }, 'payout was not accepted')
  if (creation.outcome === 'key_used') return keyUsed(context, before)
  if (creation.outcome === 'unknown') return toUnknown(context, before, context.clock.now())
  return before.state === 'HELD' ? refused(context, before, creation) : refusedAfterUnknown(context, before, creation)
}

async function takeForSending({ db, clock, outbox }: PaymentsContext, id: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (withdrawal?.state !== 'HELD' && withdrawal?.state !== 'SENDING' && withdrawal?.state !== 'UNKNOWN') return false
    const now = clock.now()
    await markSending(tx, id, withdrawal.state === 'UNKNOWN' ? 'UNKNOWN' : 'SENDING', now)
    if (withdrawal.state !== 'HELD') return true
    await recordState(tx, id, { state: 'SENDING', note: null, at: now })
    await outbox.emit(tx, 'payments.withdrawal_updated', { accountId: withdrawal.accountId, withdrawalId: id, state: 'SENDING' })
    return true
  })
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

async function toProcessing({ db, clock, outbox }: PaymentsContext, id: string, payoutId: string | null): Promise<Again | undefined> {
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

/** `lastSentAt`: the last attempt that may have been paid. */
async function toUnknown({ db, clock, outbox }: PaymentsContext, { id, firstSentAt }: WithdrawalRow, lastSentAt: Date): Promise<Again> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (withdrawal?.state !== 'SENDING' && withdrawal?.state !== 'UNKNOWN') return
    await markUnknown(tx, id, lastSentAt)
    if (withdrawal.state === 'UNKNOWN') return
    await recordState(tx, id, { state: 'UNKNOWN', note: PAYOUT_UNKNOWN, at: now })
    await outbox.emit(tx, 'payments.withdrawal_updated', { accountId: withdrawal.accountId, withdrawalId: id, state: 'UNKNOWN' })
  })
  return { againInMs: retryUnknownInMs(now.getTime() - (firstSentAt ?? now).getTime()) }
}

type RefusedCreation = Extract<PayoutCreation, { outcome: 'refused' }>

/** The first attempt, and surely not paid. */
async function refused(
  context: PaymentsContext,
  { id, createdAt }: WithdrawalRow,
  { code, isTemporary }: RefusedCreation,
): Promise<Again | undefined> {
  const { db, clock, log } = context
  const now = clock.now()
  if (isTemporary) log.error({ withdrawalId: id, code }, 'payouts are refused for a reason of ours: balance, limit or credentials')
  const waitsOn = isTemporary && now.getTime() - createdAt.getTime() < GIVE_UP_TEMPORARY_MS
  await inTransaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (withdrawal?.state !== 'SENDING' && withdrawal?.state !== 'UNKNOWN') return
    if (!waitsOn) {
      const reason = isTemporary ? PAYOUT_NOT_POSSIBLE : payoutFailure(code)
      return giveMoneyBack(context, tx, withdrawal, { reason, reasonCode: code })
    }
    await markHeldAgain(tx, id, new Date(now.getTime() + RETRY_TEMPORARY_MS))
    await recordState(tx, id, { state: 'HELD', note: null, at: now })
  })
  return waitsOn ? { againInMs: RETRY_TEMPORARY_MS } : undefined
}

/** This attempt was refused, but an earlier one may have been paid: only its absence at the provider, after a while, settles that. */
async function refusedAfterUnknown(context: PaymentsContext, before: WithdrawalRow, creation: RefusedCreation): Promise<Again | undefined> {
  const found = await lookUpPayment(context, before)
  if (found === 'absent') return refused(context, before, creation)
  if (found === 'unsure') {
    await toUnknown(context, before, before.lastSentAt ?? context.clock.now())
    return { againInMs: LOOK_AGAIN_MS }
  }
  return toProcessing(context, before.id, found.payoutId)
}

/** An earlier attempt was accepted: its answer was lost, or another run came first. */
async function keyUsed(context: PaymentsContext, before: WithdrawalRow): Promise<Again | undefined> {
  await inTransaction(context.db, (tx) => markKeyUsed(tx, before.id))
  return lookUp(context, { ...before, isKeyUsed: true })
}

/** The payment is asked for by its reference: past the time of the key nothing is sent any more. */
async function lookUp(context: PaymentsContext, before: WithdrawalRow): Promise<Again | undefined> {
  const found = await lookUpPayment(context, before)
  if (found === 'unsure') {
    const now = context.clock.now()
    await toUnknown(context, before, before.lastSentAt ?? now)
    return { againInMs: nextPayoutCheckInMs(now.getTime() - (before.firstSentAt ?? now).getTime()) }
  }
  if (found !== 'absent') return toProcessing(context, before.id, found.payoutId)
  context.log.error({ withdrawalId: before.id }, 'the provider has no payment for this withdrawal; the money goes back')
  await inTransaction(context.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, before.id)
    if (withdrawal?.state !== 'SENDING' && withdrawal?.state !== 'UNKNOWN') return
    await giveMoneyBack(context, tx, withdrawal, { reason: PAYOUT_NOT_POSSIBLE, reasonCode: null })
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
async function follow(context: PaymentsContext, withdrawal: WithdrawalRow): Promise<Again | undefined> {
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
