/**
 * Bring a deposit to the state that the provider itself reports for its transaction. The only place that credits pesos: once per deposit
 * and once per transaction of the provider, under the lock of the deposit's row and the id of the ledger transfer. A plain payment is
 * credited together with others (credit-deposit.ts), everything else in a transaction of its own.
 */
import { BOOKABLE_KINDS } from '@tunjo/contract/payment-anomalies'
import { validate as isUuid } from 'uuid'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { PROVIDER, SYSTEM } from '../../../../platform/state-machine/index.ts'
import { customerAccount } from '../../ledger/index.ts'
import { lockBooked } from '../anomalies/booking-store.ts'
import { compareBooked } from '../anomalies/compare-booked.ts'
import { endAnomalies } from '../anomalies/record-anomaly.ts'
import type { PaymentsContext } from '../context.ts'
import type { PseTransaction } from '../providers/pse.ts'
import { DEPOSIT_ABOVE_LIMIT, DEPOSIT_FAILURES, DEPOSIT_OTHER_PAYER } from '../reasons.ts'
import { isAllowedLink } from '../rules.ts'
import { arrivalPosting } from './arrival-posting.ts'
import { type Credited, depositCredit } from './credit-deposit.ts'
import { isProvedDeposit } from './deposit-proof.ts'
import { bindTransaction, type DepositRow, findDeposit, lastReceived, lockDeposit, saveOtherPayer } from './deposit-store.ts'
import { moveDeposit } from './move-deposit.ts'
import { isOfOtherPayer } from './payer-on-record.ts'
import { compareReceived, endOfReturned, recordUncredited, takeBackUnknown } from './payment-anomalies.ts'
import { misfits, readPayment } from './read-payment.ts'
import { DEPOSIT_STATES, type DepositState, hasPesos, hasReceived } from './states.ts'
import { depositsInReview } from './suspense.ts'

export type Confirmation =
  | 'credited'
  | 'in_review'
  | 'failed'
  | 'still_pending'
  | 'already_ended'
  | 'unknown_reference'
  | 'mismatch'
  | 'unproved'
  | 'taken_back'
  /** Reported once, which proves nothing. */
  | 'taken_back_once'
  /** A second payment with the reference of a credited deposit. */
  | 'twice'
  /** Booked by two officers, so that nothing more is credited for it. */
  | 'booked'
  /** Unapproved, with the reference of a deposit that is bound to another transaction. */
  | 'other_transaction'

/** `transaction` must come from an authenticated read of the provider, never from an event. */
export async function confirmDeposit(context: PaymentsContext, transaction: PseTransaction): Promise<Confirmation> {
  const { log } = context
  const { id: transactionId, reference } = transaction
  const deposit = isUuid(reference) ? await findDeposit(context.db, reference) : null
  const credited = deposit && (await creditTogether(context, deposit, transaction))
  const outcome = credited === 'credited' ? credited : await confirmAlone(context, deposit, transaction)
  if (outcome === 'credited') failpoint('payments.deposit_credited')
  if (outcome === 'in_review') failpoint('payments.deposit_held')
  if (isAnomaly(outcome)) {
    const { status, amountCop, currency } = transaction
    const [event, sentence] = ANOMALIES[outcome]
    log.error({ ...event, transactionId, reference, status, amountCop: String(amountCop), currency }, sentence)
  }
  return outcome
}

/** One use case for each context: commands of the same use case share a group. */
const credits = new WeakMap<PaymentsContext, ReturnType<typeof depositCredit>>()

/** Credit a pending deposit in a group. `aside`: it is not a plain payment, or its rows are changing at this moment. */
async function creditTogether(
  context: PaymentsContext,
  { accountId: owner, state }: DepositRow,
  transaction: PseTransaction,
): Promise<Credited> {
  if (state !== DEPOSIT_STATES.initial || transaction.status !== 'APPROVED') return 'aside'
  const useCase = credits.get(context) ?? depositCredit(context)
  credits.set(context, useCase)
  return context.units.run(useCase, { owner, transaction })
}

/** `before`: the deposit before its lock. */
async function confirmAlone(context: PaymentsContext, before: DepositRow | null, transaction: PseTransaction): Promise<Confirmation> {
  const { id: transactionId, reference } = transaction
  await preparePayerCheck(context, before, transaction)
  return inTransaction(context.db, async (tx): Promise<Confirmation> => {
    const deposit = isUuid(reference) ? await lockDeposit(tx, reference) : null
    const booked = await lockBooked(context, tx, transactionId)
    if (booked) {
      await compareBooked(context, tx, booked, transaction)
      await endAnomalies(context, tx, { kinds: BOOKABLE_KINDS, providerId: transactionId, exceptId: booked.id })
      return 'booked'
    }
    if (deposit?.method === 'PSE') {
      const confirmed = await apply(context, tx, deposit, transaction)
      // A payment that is in the books as this deposit is not an uncredited payment.
      if (confirmed === 'credited' || confirmed === 'in_review' || confirmed === 'already_ended')
        await endAnomalies(context, tx, { kinds: BOOKABLE_KINDS, providerId: transactionId })
      return confirmed
    }
    await recordUncredited(context, tx, { kind: 'payment_unknown', transaction, deposit: null })
    return 'unknown_reference'
  })
}

async function apply(context: PaymentsContext, tx: Transaction, deposit: DepositRow, transaction: PseTransaction): Promise<Confirmation> {
  const { providerTransactionId: boundTo, state } = deposit
  const { status, id: transactionId, bankReference } = transaction
  const isBound = boundTo === null || boundTo === transactionId
  if (isBound && hasPesos(state)) return compareReceived(context, tx, deposit, transaction)
  if (isBound && hasReceived(state)) return endOfReturned(context, tx, deposit, transaction)
  if (hasReceived(state)) {
    await recordUncredited(context, tx, { kind: 'payment_twice', transaction, deposit })
    return status === 'APPROVED' ? 'twice' : 'other_transaction'
  }
  const isMisfit = misfits(transaction, deposit).length > 0
  // Record both kinds, so that a mismatch that matches after all ends.
  const uncredited = isMisfit ? transaction : { ...transaction, status: 'PENDING' as const }
  await recordUncredited(context, tx, { kind: 'payment_mismatch', transaction: uncredited, deposit })
  if (isMisfit) return 'mismatch'
  // Among several with one reference the paid one counts, regardless of order.
  if (!isBound && status !== 'APPROVED') return 'other_transaction'
  await bindTransaction(tx, deposit.id, { transactionId, paymentUrl: allowedLink(context, transaction), bankReference })
  if (status === 'PENDING') return 'still_pending'
  if (status === 'APPROVED') return receive(context, tx, deposit, transaction)
  const end = { state: 'FAILED', reason: DEPOSIT_FAILURES[status] } as const
  return (await endIn(context, tx, deposit, end)) ? 'failed' : 'already_ended'
}

/** Cases that only officers can correct: the rest of a payment that was taken back is held, and nothing is debited. */
const ANOMALIES = {
  unknown_reference: [{ securityEvent: 'deposit_unknown' }, 'PSE transaction of no deposit of ours; nothing was credited'],
  mismatch: [{ securityEvent: 'deposit_mismatch' }, 'PSE transaction does not fit its deposit; nothing was credited'],
  twice: [{ securityEvent: 'deposit_twice' }, 'a second payment with the reference of a credited deposit; nothing was credited'],
  taken_back: [{ securityEvent: 'deposit_taken_back' }, 'the provider takes back a payment that was credited: what is left of it is held'],
} as const
const isAnomaly = (outcome: Confirmation): outcome is keyof typeof ANOMALIES => outcome in ANOMALIES

const allowedLink = ({ settings }: PaymentsContext, { paymentUrl }: PseTransaction): string | null =>
  paymentUrl && isAllowedLink(paymentUrl, settings.link) ? paymentUrl : null

/**
 * The pesos arrived. An abandoned deposit counts in its month again; above the month's limit, or paid by another person, the money waits
 * for officers.
 */
async function receive(context: PaymentsContext, tx: Transaction, deposit: DepositRow, transaction: PseTransaction): Promise<Confirmation> {
  const { id: transactionId, payer } = transaction
  if (!isProvedDeposit(context, deposit)) return 'unproved'
  const exceeded = await context.limits.reinstateUsage(tx, deposit.id)
  if (await isOfOtherPayer(context, tx, deposit, payer)) {
    await recordOtherPayer(context, tx, deposit, payer)
    return moveToSuspense(context, tx, deposit, { transactionId, reason: DEPOSIT_OTHER_PAYER })
  }
  return exceeded ? moveToSuspense(context, tx, deposit, { transactionId, reason: null }) : credit(context, tx, deposit, transactionId)
}

/** Compare a payer who is another person with the control lists too: an officer decides about the money in any case. */
async function recordOtherPayer(
  { payerCheck }: PaymentsContext,
  tx: Transaction,
  { id, accountId }: DepositRow,
  { name, document }: PseTransaction['payer'],
): Promise<void> {
  await saveOtherPayer(tx, id, { name, document })
  await payerCheck.isPayerListed(tx, { name, document, bank: '', account: '', lineId: id, accountId })
}

/** Called outside the transaction that locks the deposit and its month, since the lists may have to be loaded first. */
async function preparePayerCheck(
  { payerCheck }: PaymentsContext,
  deposit: DepositRow | null,
  { status, payer }: PseTransaction,
): Promise<void> {
  if (status !== 'APPROVED' || (payer.name === '' && payer.document === '')) return
  if (deposit && !hasReceived(deposit.state)) await payerCheck.prepare()
}

/** A credited payment that the provider no longer has, while it returns one that it certainly has. @throws ProviderUnreachable */
export async function markTransactionMissing(context: PaymentsContext, depositId: string): Promise<void> {
  const { db, log } = context
  const canary = await lastReceived(db, depositId)
  if (!canary || (await readPayment(context, canary)) === null) {
    log.error({ securityEvent: 'payment_absence_unproved', depositId }, 'the provider shows no payment that it has')
    return
  }
  await inTransaction(db, async (tx) => {
    const deposit = await lockDeposit(tx, depositId)
    if (!deposit || !hasPesos(deposit.state)) return
    if ((await takeBackUnknown(context, tx, deposit)) === 'taken_back')
      log.error(
        { securityEvent: 'deposit_taken_back', depositId },
        'the provider no longer knows a payment that was credited: what is left of it is held',
      )
  })
}

async function credit(context: PaymentsContext, tx: Transaction, deposit: DepositRow, transactionId: string): Promise<Confirmation> {
  const { clock, ledger, outbox } = context
  const { id, accountId, amount } = deposit
  const now = clock.now()
  await moveDeposit(context, tx, deposit, { to: 'COMPLETED', at: now, actor: PROVIDER, set: { reason: null, ended_at: now } })
  await outbox.emit(tx, 'payments.deposit_credited', { accountId, depositId: id, amount: String(amount) })
  await ledger.postWithin(tx, [arrivalPosting(deposit, { transactionId, credit: customerAccount(accountId, 'COP') })])
  failpoint('payments.credit_posted')
  return 'credited'
}

/** `reason`: null when it arrived late and above the limit of the month. */
async function moveToSuspense(
  context: PaymentsContext,
  tx: Transaction,
  deposit: DepositRow,
  { transactionId, reason: declared }: { transactionId: string; reason: string | null },
): Promise<Confirmation> {
  const { clock, ledger, outbox } = context
  const { id, accountId, amount } = deposit
  const reason = declared ?? DEPOSIT_ABOVE_LIMIT
  const change = { to: 'IN_REVIEW', at: clock.now(), actor: PROVIDER, note: reason, set: { reason, ended_at: null } } as const
  await moveDeposit(context, tx, deposit, change)
  const held = { accountId, depositId: id, amount: String(amount), method: 'PSE' } as const
  await outbox.emit(tx, 'payments.deposit_held', { ...held, ...(declared ? { reason: declared } : {}) })
  await ledger.postWithin(tx, [arrivalPosting(deposit, { transactionId, credit: depositsInReview })])
  failpoint('payments.review_posted')
  return 'in_review'
}

interface End {
  state: Extract<DepositState, 'FAILED' | 'EXPIRED'>
  reason: string
}

/** Abandon a pending deposit; one that has ended meanwhile stays unchanged. */
export async function failDeposit(context: PaymentsContext, depositId: string, end: End): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const deposit = await lockDeposit(tx, depositId)
    if (deposit) await endIn(context, tx, deposit, end)
  })
}

/** False when it has already ended. */
async function endIn(context: PaymentsContext, tx: Transaction, deposit: DepositRow, { state: to, reason }: End): Promise<boolean> {
  const now = context.clock.now()
  const actor = to === 'EXPIRED' ? SYSTEM : PROVIDER
  const ended = { to, at: now, actor, note: reason, set: { reason, ended_at: now }, illegal: 'ignore' } as const
  if ((await moveDeposit(context, tx, deposit, ended)) !== 'moved') return false
  await context.limits.releaseUsage(tx, deposit.id)
  return true
}
