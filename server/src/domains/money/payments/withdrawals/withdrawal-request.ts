/**
 * Request of a bank withdrawal (MON-06), as a use case that runs in groups: it is recorded, counted in its month and its money is held in one
 * statement. The decision reads no database and no clock.
 */
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { validate as isUuid } from 'uuid'
import { type Operation, refuseOther } from '../../../../platform/database/idempotency.ts'
import { EVENTS_EMITTED, emitIn } from '../../../../platform/events/in-groups.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { enqueueIn, JOBS_ENQUEUED } from '../../../../platform/jobs/in-groups.ts'
import { historyOfSchema, stepIn } from '../../../../platform/state-machine/in-groups.ts'
import { customer, SYSTEM } from '../../../../platform/state-machine/index.ts'
import type { Fact, UseCase, Work } from '../../../../platform/unit-of-work/index.ts'
import type { FoundWithdrawer, VerifiedPerson } from '../../../customers/limits/index.ts'
import { customerAccount, type FoundBooks } from '../../ledger/index.ts'
import type { BankAccountRow } from '../accounts/account-store.ts'
import { ACCOUNT_USED, bankAccountFact, type FoundBankAccount, UnprovedAccount } from '../accounts/use-in-groups.ts'
import type { PaymentsContext } from '../context.ts'
import type { PayoutOrder } from '../providers/payout.ts'
import { accountIsNew, WITHDRAWAL_IN_REVIEW } from '../reasons.ts'
import { accountHeldUntil, accountLabel, checkRequests } from '../rules.ts'
import { reviewText, withdrawalText } from '../sealed-texts.ts'
import { type FlowOfDay, flowFact } from './flow-of-day.ts'
import {
  earlierFact,
  inReviewFact,
  type RequestedWithdrawal,
  requestedFact,
  STILL_IN_REVIEW,
  WITHDRAWALS_REQUESTED,
} from './request-store.ts'
import { reviewCause } from './review-rules.ts'
import { WITHDRAWAL_STATES, type WithdrawalState } from './states.ts'

export interface WithdrawalRequest {
  readonly owner: string
  readonly operation: Operation
  readonly bankAccountId: string
  /** COP cents. */
  readonly amount: bigint
}
interface Step {
  readonly state: WithdrawalState
  readonly note: string | null
}
export interface Recorded {
  readonly outcome: 'recorded'
  readonly withdrawal: RequestedWithdrawal
  readonly steps: readonly Step[]
}
/** `month_not_begun`: it is decided again once the month of the customer has a row. */
export type Decided = Recorded | { readonly outcome: 'repeated' | 'month_not_begun' }

interface Asked {
  readonly earlier: ReturnType<typeof earlierFact>
  readonly withdrawer: Fact<FoundWithdrawer>
  readonly bankAccount: Fact<FoundBankAccount | null>
  readonly flow: Fact<FlowOfDay>
  readonly inReview: Fact<readonly string[]>
  readonly requestedToday: Fact<number>
  readonly books: Fact<FoundBooks>
}
type FoundFacts = { readonly [Name in keyof Asked]: Asked[Name] extends Fact<infer Answer> ? Answer : never }
type Parts = Pick<PaymentsContext, 'ledger' | 'limits' | 'seals' | 'settings'>

const HISTORY = historyOfSchema('payments')
const cop = (owner: string) => customerAccount(owner, 'COP')

export function withdrawalRequest(parts: Parts): UseCase<WithdrawalRequest, { [Name in keyof Asked]: Asked[Name] }, Decided> {
  const { limits, ledger, seals } = parts
  return {
    name: 'payments.withdraw',
    subjectOf: ({ owner }) => owner,
    keys: { owner: 'uuid', operation: 'uuid', bankAccount: 'uuid', account: 'uuid', now: 'timestamptz', day: 'timestamptz', month: 'date' },
    keysOf: ({ owner, operation, bankAccountId }, now) => ({
      owner,
      operation: operation.id,
      bankAccount: isUuid(bankAccountId) ? bankAccountId : null,
      account: cop(owner).id,
      now,
      day: startOfBogotaDay(bogotaDay(now)),
      month: limits.inGroups.monthAt(now),
    }),
    facts: {
      earlier: earlierFact('operation'),
      withdrawer: limits.inGroups.withdrawer({ account: 'owner', now: 'now', month: 'month' }),
      bankAccount: bankAccountFact(seals, 'owner', 'bankAccount'),
      flow: flowFact('owner', 'now'),
      inReview: inReviewFact('owner'),
      requestedToday: requestedFact('owner', 'day'),
      books: ledger.inGroups.books('account'),
    },
    // Rows are locked in this order. Withdrawals come before the month, as in a cancellation or a refund.
    kinds: [
      STILL_IN_REVIEW,
      ...limits.inGroups.kinds,
      ACCOUNT_USED,
      WITHDRAWALS_REQUESTED,
      HISTORY,
      EVENTS_EMITTED,
      JOBS_ENQUEUED,
      ...ledger.inGroups.kinds,
    ],
    decide: (request, found, work) => decide(parts, request, found, work),
  }
}

/** @throws Refused, UnprovedAccount, MonthlyLimitExceeded */
function decide(parts: Parts, request: WithdrawalRequest, found: FoundFacts, work: Work): Decided {
  const { owner, operation, amount } = request
  const { id } = operation
  if (found.earlier) {
    refuseOther(operation, found.earlier)
    return { outcome: 'repeated' }
  }
  const person = parts.limits.inGroups.reserveWithdrawal(work, found.withdrawer, { operationId: id, accountId: owner, amountCop: amount })
  if (!person) return { outcome: 'month_not_begun' }
  // The version of the ledger's account keeps this number unchanged until the commit: each request holds money on it.
  refuseIf(checkRequests(found.requestedToday, parts.settings))
  if (!found.bankAccount) refuse('payments.account_not_found')
  const { account, isProved } = found.bankAccount
  if (!isProved) throw new UnprovedAccount(account.id)
  const withdrawal = requested(parts, { request, account, person, flow: found.flow, now: work.now })
  work.add(ACCOUNT_USED, account)
  for (const open of found.inReview) work.add(STILL_IN_REVIEW, open)
  work.add(WITHDRAWALS_REQUESTED, withdrawal)
  const runAt = withdrawal.facts.sendableFrom
  enqueueIn(work, { name: 'payments.pay-withdrawal', key: id, payload: { withdrawalId: id }, runAt })
  parts.ledger.inGroups.hold(work, found.books, { id, account: cop(owner), amount, code: 'payments.withdrawal', ref: id })
  return { outcome: 'recorded', withdrawal, steps: announced(parts, work, withdrawal) }
}

interface Given {
  readonly request: WithdrawalRequest
  readonly account: BankAccountRow
  readonly person: VerifiedPerson
  /** Flow without this withdrawal. */
  readonly flow: FlowOfDay
  readonly now: Date
}

function requested({ settings, seals }: Parts, { request, account, person, flow, now }: Given): RequestedWithdrawal {
  const { owner, operation, amount } = request
  const cancellableUntil = new Date(now.getTime() + settings.cancelWindowMs)
  const facts = {
    id: operation.id,
    accountId: owner,
    amount,
    bankId: account.bankId,
    accountType: account.accountType,
    accountNumber: account.number,
    payee: payeeOf(person),
    sendableFrom: knownFrom({ settings }, account, now) ?? cancellableUntil,
  }
  const own = { ...flow, amount, goesOut: flow.goesOut + amount, unseen: flow.unseen + amount }
  const cause = reviewCause(own, settings.review)
  const review = cause && { cause, seal: seals.seal(reviewText(facts, { number: 1, cause })) }
  return { facts, requestHash: operation.hash, account, seal: seals.seal(withdrawalText(facts)), createdAt: now, review }
}

/** Time from which a new bank account can be paid, if that is after the time in which the customer may cancel. */
const knownFrom = ({ settings }: Pick<Parts, 'settings'>, { changedAt }: BankAccountRow, now: Date): Date | null =>
  accountHeldUntil(changedAt, { holdMs: settings.newAccountHoldMs, now: new Date(now.getTime() + settings.cancelWindowMs) })

/** First states of a withdrawal, with their history and events. */
function announced(parts: Pick<Parts, 'settings'>, work: Work, { facts, account, createdAt: at, review }: RequestedWithdrawal): Step[] {
  const { id: withdrawalId, accountId, amount } = facts
  const asked = {
    accountId,
    withdrawalId,
    amount: String(amount),
    account: accountLabel({ accountAlias: account.alias, accountNumber: account.number }),
  }
  const newFrom = knownFrom(parts, account, at)
  const held: Step = { state: 'HELD', note: newFrom && accountIsNew(newFrom) }
  const by = { subject: withdrawalId, at }
  stepIn(work, HISTORY, WITHDRAWAL_STATES, { ...by, from: null, to: held.state, actor: customer(accountId), note: held.note })
  emitIn(work, 'payments.withdrawal_requested', asked)
  if (!review) return [held]
  const kept: Step = { state: 'IN_REVIEW', note: WITHDRAWAL_IN_REVIEW }
  stepIn(work, HISTORY, WITHDRAWAL_STATES, { ...by, from: held.state, to: kept.state, actor: SYSTEM, note: kept.note })
  emitIn(work, 'payments.withdrawal_updated', { accountId, withdrawalId, state: kept.state })
  emitIn(work, 'payments.withdrawal_in_review', asked)
  return [held, kept]
}

/** Payee of the payout: always the verified person, since the bank refuses an account of another holder (SEC-50). */
const payeeOf = ({ personType, fullName, documentType, documentNumber, email }: VerifiedPerson): PayoutOrder['payee'] => ({
  personType,
  fullName,
  documentType,
  documentNumber,
  email,
})
