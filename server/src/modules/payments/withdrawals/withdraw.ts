/** A withdrawal to a bank account (MON-06): recorded, counted and held in one transaction; a job pays it. */
import type { FiatTransactionDetail } from '@tunjo/contract/payments'
import { validate as isUuid } from 'uuid'
import type { Transaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { idempotently, type Operation } from '../../../platform/idempotency.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import { customerAccount } from '../../ledger/index.ts'
import type { VerifiedPerson } from '../../limits/index.ts'
import { provedAccount } from '../accounts/prove-account.ts'
import type { PaymentsContext } from '../context.ts'
import { showMovement } from '../movement.ts'
import type { PayoutOrder } from '../providers/payout.ts'
import { accountIsNew } from '../reasons.es.ts'
import { accountHeldUntil, checkAmount, WITHDRAWAL_RANGE } from '../rules.ts'
import { withdrawalText } from '../sealed-texts.ts'
import { beginWithdrawal } from './move-withdrawal.ts'
import { reviewCause } from './review-rules.ts'
import { sendToReview } from './send-to-review.ts'
import { findWithdrawal, flowOfDay, insertWithdrawal, type NewWithdrawal, type WithdrawalRow } from './withdrawal-store.ts'

export interface WithdrawalRequest {
  readonly owner: string
  readonly operation: Operation
  readonly bankAccountId: string
  /** COP cents. */
  readonly amount: bigint
}

export async function withdraw(context: PaymentsContext, request: WithdrawalRequest): Promise<FiatTransactionDetail> {
  refuseIf(checkAmount(request.amount, WITHDRAWAL_RANGE))
  const { operation } = request
  await idempotently(context.db, operation, {
    find: (tx) => findWithdrawal(tx, operation.id),
    record: (tx) => hold(context, tx, request),
  })
  failpoint('payments.withdrawal_recorded')
  return showMovement(context, request.owner, operation.id)
}

async function hold(context: PaymentsContext, tx: Transaction, request: WithdrawalRequest): Promise<WithdrawalRow> {
  const { owner, operation, bankAccountId, amount } = request
  const { id } = operation
  const { clock, jobs, ledger, limits, settings } = context
  const person = await limits.reserveLimit(tx, { operationId: id, accountId: owner, direction: 'withdrawal', amountCop: amount })
  const account = isUuid(bankAccountId) ? await provedAccount(context, tx, owner, bankAccountId) : null
  if (!account) refuse('payments.account_not_found')
  const now = clock.now()
  const cancellableUntil = new Date(now.getTime() + settings.cancelWindowMs)
  const knownFrom = accountHeldUntil(account.changedAt, { holdMs: settings.newAccountHoldMs, now: cancellableUntil })
  const payAfter = knownFrom ?? cancellableUntil
  const payee = payeeOf(person)
  const facts = { id, accountId: owner, requestHash: operation.hash, account, amount, payee, payAfter, createdAt: now }
  const withdrawal = await insertWithdrawal(tx, { ...facts, seal: sealOf(context, facts) })
  await beginWithdrawal(context, tx, withdrawal, knownFrom && accountIsNew(knownFrom))
  const cause = reviewCause({ amount, ...(await flowOfDay(tx, owner, now)) }, settings.review)
  if (cause) await sendToReview(context, tx, withdrawal, { actor: SYSTEM, cause, reviews: 0 })
  await jobs.enqueue(tx, { name: 'payments.pay-withdrawal', key: id, payload: { withdrawalId: id }, runAt: payAfter })
  await ledger.holdWithin(tx, { id, account: customerAccount(owner, 'COP'), amount, code: 'payments.withdrawal', ref: id })
  failpoint('payments.after_hold')
  return withdrawal
}

const sealOf = ({ seals }: PaymentsContext, { account, payAfter, ...facts }: Omit<NewWithdrawal, 'seal'>): string =>
  seals.seal(
    withdrawalText({
      ...facts,
      bankId: account.bankId,
      accountType: account.accountType,
      accountNumber: account.number,
      sendableFrom: payAfter,
    }),
  )

/** Always the verified person: an account of somebody else is refused by the bank (SEC-50). */
const payeeOf = ({ personType, fullName, documentType, documentNumber, email }: VerifiedPerson): PayoutOrder['payee'] => ({
  personType,
  fullName,
  documentType,
  documentNumber,
  email,
})
