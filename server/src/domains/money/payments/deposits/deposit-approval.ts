/**
 * Deposits in review (KYC-18): pesos that arrived above the limit of the month stay in an account of the platform until two officers
 * approve the credit, or confirm that they were sent back to the bank account they came from.
 */

import { copFigure } from '@tunjo/contract/amount-text'
import { type ApprovalKindName, titleOfApproval } from '@tunjo/contract/approval-kinds'
import type { Locale } from '@tunjo/contract/locales'
import { DEPOSIT_DECISIONS } from '@tunjo/contract/payments-officers'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import { type Account, customerAccount, systemAccount } from '../../ledger/index.ts'
import { isBookingOpen } from '../anomalies/booking-store.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import type { PaymentsContext } from '../context.ts'
import { DEPOSIT_SENT_BACK, TRANSFER_SENT_BACK } from '../reasons.ts'
import { refund } from '../transfers/refund.ts'
import { isProvedDeposit } from './deposit-proof.ts'
import { type DepositRow, lockDeposit } from './deposit-store.ts'
import { moveDeposit } from './move-deposit.ts'
import { depositsInReview } from './suspense.ts'
import { takenBackOf } from './taken-back-store.ts'

export const DEPOSIT_APPROVAL = 'payments.deposit_review' satisfies ApprovalKindName
const Params = z.object({ depositId: z.uuid(), accountId: z.uuid(), decision: z.enum(DEPOSIT_DECISIONS) })
type Params = z.output<typeof Params>
const Facts = z.object({ amountCop: z.string() })
type Decided = { transactionId: string; state: 'COMPLETED' | 'RETURNED' }

export const depositApproval = (context: PaymentsContext): ApprovalKind<Params, Decided> => ({
  permission: 'payments.review',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ depositId }) => depositId,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, { depositId, accountId, decision }) {
    const { amount, isOfOtherPayer } = await lockInReview(context, tx, { depositId, decision })
    return { depositId, accountId, amountCop: String(amount), isOfOtherPayer }
  },
  isNeeded: () => true,
  execute: (tx, params, execution) => decide(context, tx, params, execution),
  words: APPROVAL_WORDS,
  changes: ({ decision }, facts) => [
    { label: STORED_WORDS.amount, before: null, after: `${copFigure(BigInt(Facts.parse(facts).amountCop))} COP` },
    { label: STORED_WORDS.state, before: STORED_WORDS.inReview, after: STORED_WORDS.depositReview[decision] },
  ],
})

/** Description that an officer reads before proposing it. */
export function describeDecision({ id, amount }: Pick<DepositRow, 'id' | 'amount'>, decision: Params['decision'], locale: Locale) {
  const words = APPROVAL_WORDS[locale]
  return {
    title: titleOfApproval(DEPOSIT_APPROVAL, locale),
    details: [
      { label: words.deposit, value: id },
      { label: words.amount, value: `${copFigure(amount)} COP` },
      { label: words.decision, value: words.depositReview[decision] },
    ],
  }
}

async function lockInReview(
  context: PaymentsContext,
  tx: Transaction,
  { depositId, decision }: Pick<Params, 'depositId' | 'decision'>,
): Promise<DepositRow> {
  const deposit = await lockDeposit(tx, depositId)
  if (!deposit) refuse('payments.transaction_not_found')
  if (deposit.state !== 'IN_REVIEW') refuse('payments.deposit_not_in_review')
  if (decision === 'credit' && ((await takenBackOf(context, tx, depositId)) || (deposit.isBooked && (await isBookingOpen(tx, depositId)))))
    refuse('payments.deposit_taken_back')
  return isProvedDeposit(context, deposit) ? deposit : refuse('ledger.unproved')
}

async function decide(context: PaymentsContext, tx: Transaction, params: Params, execution: Execution): Promise<Decided> {
  const { audit, limits, outbox } = context
  const deposit = await lockInReview(context, tx, params)
  const { id, accountId, amount } = deposit
  const state = params.decision === 'credit' ? 'COMPLETED' : 'RETURNED'
  await finish(context, tx, deposit, { state, officerId: execution.makerId })
  if (state === 'COMPLETED') await outbox.emit(tx, 'payments.deposit_credited', { accountId, depositId: id, amount: String(amount) })
  else await limits.releaseUsage(tx, id)
  // A booked payment, which no customer requested, was not counted before.
  if (state === 'COMPLETED' && (deposit.method === 'TRANSFER' || deposit.isBooked))
    await limits.countArrival(tx, { operationId: id, accountId, direction: 'deposit', amountCop: amount })
  await audit.record(tx, {
    actor: execution.actor,
    action: 'payments.deposit_decided',
    object: { type: 'deposit', id },
    before: 'IN_REVIEW',
    after: { state, approvalRequestId: execution.requestId, makerId: execution.makerId, checkerId: execution.checkerId },
    reason: execution.reason,
  })
  if (state === 'RETURNED' && deposit.method === 'TRANSFER') await refund(context, tx, deposit)
  else await moveFromReview(context, tx, deposit, state === 'COMPLETED' ? customerAccount(accountId, 'COP') : systemAccount('bank', 'COP'))
  failpoint('payments.review_decided')
  return { transactionId: id, state }
}

async function finish(
  context: PaymentsContext,
  tx: Transaction,
  deposit: DepositRow,
  { state: to, officerId }: { state: Decided['state']; officerId: string },
): Promise<void> {
  const at = context.clock.now()
  const sentBack = deposit.method === 'TRANSFER' ? TRANSFER_SENT_BACK : DEPOSIT_SENT_BACK
  const reason = to === 'RETURNED' ? sentBack : null
  await moveDeposit(context, tx, deposit, { to, at, actor: officer(officerId), note: reason, set: { reason, ended_at: at } })
}

const moveFromReview = ({ ledger }: PaymentsContext, tx: Transaction, { id, amount }: DepositRow, credit: Account) =>
  ledger.postWithin(tx, [
    {
      kind: 'post',
      id: idOf('payments.deposit.decided', id),
      debit: depositsInReview,
      credit,
      amount,
      code: 'payments.deposit_decided',
      ref: id,
    },
  ])
