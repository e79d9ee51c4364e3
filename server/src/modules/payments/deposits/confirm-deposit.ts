/**
 * Brings a deposit to what the provider itself says of its transaction. The only place that credits pesos: once per deposit and once
 * per transaction of the provider, under the lock of the deposit's row and the id of the ledger transfer.
 */
import { validate as isUuid } from 'uuid'
import { inTransaction, type Transaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { idOf } from '../../../platform/ids.ts'
import { PROVIDER, SYSTEM } from '../../../platform/state-machine/index.ts'
import { type Account, customerAccount, type Post, systemAccount } from '../../ledger/index.ts'
import type { PaymentsContext } from '../context.ts'
import type { PseTransaction } from '../providers/pse.ts'
import { DEPOSIT_ABOVE_LIMIT, DEPOSIT_FAILURES } from '../reasons.es.ts'
import { isAllowedLink } from '../rules.ts'
import { type DepositRow, lockDeposit, saveTransaction } from './deposit-store.ts'
import { moveDeposit } from './move-deposit.ts'
import { isProvedDeposit } from './prove-deposit.ts'
import { type DepositState, hasPesos, hasReceived } from './states.ts'
import { depositsInReview } from './suspense.ts'
import { noteRestored, noteTakenBack } from './taken-back-store.ts'

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

/** `transaction` must come from an authenticated read of the provider, never from an event. */
export async function confirmDeposit(context: PaymentsContext, transaction: PseTransaction): Promise<Confirmation> {
  const { db, log } = context
  const { id: transactionId, reference } = transaction
  const outcome = await inTransaction(db, async (tx): Promise<Confirmation> => {
    const deposit = isUuid(reference) ? await lockDeposit(tx, reference) : null
    if (!deposit) return 'unknown_reference'
    if (!fits(deposit, transaction)) return 'mismatch'
    const paymentUrl = allowedLink(context, transaction)
    await saveTransaction(tx, deposit.id, { transactionId, paymentUrl, bankReference: transaction.bankReference })
    if (transaction.status === 'PENDING') return 'still_pending'
    if (transaction.status === 'APPROVED') return receive(context, tx, deposit, transactionId)
    if (hasPesos(deposit.state)) return takenBack(context, tx, deposit, transaction.status)
    const end = { state: 'FAILED', reason: DEPOSIT_FAILURES[transaction.status] } as const
    return (await endIn(context, tx, deposit, end)) ? 'failed' : 'already_ended'
  })
  if (outcome === 'credited') failpoint('payments.deposit_credited')
  if (outcome === 'in_review') failpoint('payments.deposit_held')
  if (isAnomaly(outcome)) {
    const { status, amountCop, currency } = transaction
    const [event, sentence] = ANOMALIES[outcome]
    log.error({ ...event, transactionId, reference, status, amountCop: String(amountCop), currency }, sentence)
  }
  return outcome
}

/** What only people can put right: the customer's pesos are never debited behind their back. */
const ANOMALIES = {
  unknown_reference: [{ securityEvent: 'deposit_unknown' }, 'PSE transaction of no deposit of ours; nothing was credited'],
  mismatch: [{ securityEvent: 'deposit_mismatch' }, 'PSE transaction does not fit its deposit; nothing was credited'],
  taken_back: [{ securityEvent: 'deposit_taken_back' }, 'the provider takes back a payment that was credited; nothing was moved'],
} as const
const isAnomaly = (outcome: Confirmation): outcome is keyof typeof ANOMALIES => outcome in ANOMALIES

/** Amount, currency and transaction are those of the deposit. A second transaction for one reference is for people to look at. */
function fits(deposit: DepositRow, { id, amountCop, currency }: PseTransaction): boolean {
  const isSameTransaction = deposit.providerTransactionId === null || deposit.providerTransactionId === id
  return deposit.method === 'PSE' && isSameTransaction && amountCop === deposit.amount && currency === 'COP'
}

const allowedLink = ({ settings }: PaymentsContext, { paymentUrl }: PseTransaction): string | null =>
  paymentUrl && isAllowedLink(paymentUrl, settings.link) ? paymentUrl : null

/** The pesos came. A deposit that was given up counts in its month again; above the month's limit the money waits for an officer. */
async function receive(context: PaymentsContext, tx: Transaction, deposit: DepositRow, transactionId: string): Promise<Confirmation> {
  if (hasReceived(deposit.state)) {
    await noteRestored(tx, deposit.id, context.clock.now())
    return 'already_ended'
  }
  if (!isProvedDeposit(context, deposit)) return 'unproved'
  const exceeded = await context.limits.reinstateUsage(tx, deposit.id)
  return exceeded ? setAside(context, tx, deposit, transactionId) : credit(context, tx, deposit, transactionId)
}

async function takenBack(context: PaymentsContext, tx: Transaction, { id }: DepositRow, status: string): Promise<Confirmation> {
  await noteTakenBack(tx, id, { status, at: context.clock.now() })
  return 'taken_back'
}

/** A payment that was credited and that the provider no longer knows. */
export async function loseTransaction(context: PaymentsContext, depositId: string): Promise<void> {
  const { clock, db, log } = context
  await inTransaction(db, async (tx) => {
    const deposit = await lockDeposit(tx, depositId)
    if (!deposit || !hasPesos(deposit.state)) return
    await noteTakenBack(tx, depositId, { status: 'UNKNOWN', at: clock.now() })
    log.error(
      { securityEvent: 'deposit_taken_back', depositId },
      'the provider no longer knows a payment that was credited; nothing was moved',
    )
  })
}

async function credit(context: PaymentsContext, tx: Transaction, deposit: DepositRow, transactionId: string): Promise<Confirmation> {
  const { clock, ledger, outbox } = context
  const { id, accountId, amount } = deposit
  const now = clock.now()
  await moveDeposit(context, tx, deposit, { to: 'COMPLETED', at: now, actor: PROVIDER, set: { reason: null, ended_at: now } })
  await outbox.emit(tx, 'payments.deposit_credited', { accountId, depositId: id, amount: String(amount) })
  await ledger.postWithin(tx, [arrival(deposit, transactionId, customerAccount(accountId, 'COP'))])
  failpoint('payments.credit_posted')
  return 'credited'
}

async function setAside(context: PaymentsContext, tx: Transaction, deposit: DepositRow, transactionId: string): Promise<Confirmation> {
  const { clock, ledger, outbox } = context
  const { id, accountId, amount } = deposit
  const reason = DEPOSIT_ABOVE_LIMIT
  const held = { to: 'IN_REVIEW', at: clock.now(), actor: PROVIDER, note: reason, set: { reason, ended_at: null } } as const
  await moveDeposit(context, tx, deposit, held)
  await outbox.emit(tx, 'payments.deposit_held', { accountId, depositId: id, amount: String(amount) })
  await ledger.postWithin(tx, [arrival(deposit, transactionId, depositsInReview)])
  failpoint('payments.review_posted')
  return 'in_review'
}

/** One transaction of the provider is posted once, whoever gets it. */
const arrival = ({ id, amount }: DepositRow, transactionId: string, credit: Account): Post => ({
  kind: 'post',
  id: idOf('payments.deposit', transactionId),
  debit: systemAccount('bank', 'COP'),
  credit,
  amount,
  code: 'payments.deposit',
  ref: id,
})

interface End {
  state: Extract<DepositState, 'FAILED' | 'EXPIRED'>
  reason: string
}

/** Gives a pending deposit up; one that has ended meanwhile stays as it is. */
export async function endWithoutMoney(context: PaymentsContext, depositId: string, end: End): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const deposit = await lockDeposit(tx, depositId)
    if (deposit) await endIn(context, tx, deposit, end)
  })
}

/** False when it has ended before. */
async function endIn(context: PaymentsContext, tx: Transaction, deposit: DepositRow, { state: to, reason }: End): Promise<boolean> {
  const now = context.clock.now()
  const actor = to === 'EXPIRED' ? SYSTEM : PROVIDER
  const ended = { to, at: now, actor, note: reason, set: { reason, ended_at: now }, illegal: 'ignore' } as const
  if ((await moveDeposit(context, tx, deposit, ended)) !== 'moved') return false
  await context.limits.releaseUsage(tx, deposit.id)
  return true
}
