/**
 * Approval of bank withdrawals: the decisions of officers about those that were not sent yet (ADM-15), all of them or none. One officer may
 * send one to review or return its money. The approval of a large one takes two officers, since a payment by the bank cannot be recalled.
 */

import { copFigure } from '@tunjo/contract/amount-text'
import { type ApprovalKindName, titleOfApproval } from '@tunjo/contract/approval-kinds'
import type { Locale } from '@tunjo/contract/locales'
import { WITHDRAWAL_DECISIONS, WITHDRAWALS_AT_ONCE } from '@tunjo/contract/payments-officers'
import { REVIEW_CAUSES } from '@tunjo/contract/withdrawal-queue'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import type { PaymentsContext } from '../context.ts'
import { WITHDRAWAL_REJECTED } from '../reasons.ts'
import { approvalText } from '../sealed-texts.ts'
import { flowOfDay } from './flow-of-day.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import { type Evidence, evidenceOf, faultOf, notifyUnproved } from './prove-withdrawal.ts'
import { needsTwoOfficers } from './review-rules.ts'
import { sendToReview } from './send-to-review.ts'
import type { WithdrawalState } from './states.ts'
import { refundWithdrawal } from './withdrawal-end.ts'
import { approvedAlone, lockWithdrawals, type WithdrawalRow } from './withdrawal-store.ts'

export const WITHDRAWAL_APPROVAL = 'payments.withdrawal_review' satisfies ApprovalKindName
const Params = z.object({
  /** Sorted, each once. */
  withdrawalIds: z.array(z.uuid()).min(1).max(WITHDRAWALS_AT_ONCE),
  owners: z.array(z.uuid()).min(1),
  decision: z.enum(WITHDRAWAL_DECISIONS),
})
type Params = z.output<typeof Params>
type Decision = Params['decision']
const FactsOfOne = z.object({ accountId: z.uuid(), amountCop: z.string(), cause: z.enum(REVIEW_CAUSES).nullable() })
const Facts = z.object({ withdrawals: z.array(FactsOfOne) })
type Decided = { results: { transactionId: string; state: WithdrawalState }[] }

const FROM: Readonly<Record<Decision, readonly WithdrawalState[]>> = {
  approve: ['IN_REVIEW'],
  hold: ['HELD'],
  reject: ['HELD', 'IN_REVIEW'],
}

export const withdrawalApproval = (context: PaymentsContext): ApprovalKind<Params, Decided> => ({
  permission: 'payments.review',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ withdrawalIds: [first = '', ...others] }) =>
    others.length === 0 ? first : idOf('payments.withdrawals', [first, ...others].join()),
  subjectId: ({ owners: [owner = null, ...others] }) => (others.length === 0 ? owner : null),
  async facts(tx, params) {
    const withdrawals = (await lockDecidable(context, tx, params)).map(({ withdrawal }) => withdrawal)
    return {
      withdrawals: withdrawals.map(({ id, accountId, amount, state, accountNumber, reviewCause: cause }) => ({
        id,
        accountId,
        amountCop: String(amount),
        state,
        accountNumber,
        cause,
      })),
    }
  },
  isNeeded: async (params, facts, asked) =>
    params.decision === 'approve' && takesTwo(context, asked, { params, decidable: decidableIn(facts) }),
  execute: (tx, params, execution) => decide(context, tx, params, execution),
  words: APPROVAL_WORDS,
  changes({ withdrawalIds, decision }, facts) {
    const { amount: label, state, withdrawals } = STORED_WORDS
    const total = decidableIn(facts).reduce((sum, { amount }) => sum + amount, 0n)
    return [
      { label: withdrawals.withdrawals, before: null, after: String(withdrawalIds.length) },
      { label, before: null, after: `${copFigure(total)} COP` },
      { label: state, before: withdrawals.before[decision], after: withdrawals.after[decision] },
    ]
  },
})

const decidableIn = (facts: unknown) =>
  Facts.parse(facts).withdrawals.map(({ amountCop, ...withdrawal }) => ({ ...withdrawal, amount: BigInt(amountCop) }))

/** Description that an officer reads before the proposal. */
export function describeWithdrawals(withdrawals: readonly Pick<WithdrawalRow, 'id' | 'amount'>[], decision: Decision, locale: Locale) {
  const words = APPROVAL_WORDS[locale]
  const total = withdrawals.reduce((sum, { amount }) => sum + amount, 0n)
  const ids = withdrawals.map(({ id }) => id).join(', ')
  return {
    title: titleOfApproval(WITHDRAWAL_APPROVAL, locale),
    details: [
      { label: words.withdrawals.count(withdrawals.length), value: ids },
      { label: words.amount, value: `${copFigure(total)} COP` },
      { label: words.decision, value: words.withdrawals.after[decision] },
    ],
  }
}

/**
 * Whether an approval takes two officers: for a large one, or as much in pieces. Pieces are what this officer approved alone within a day,
 * or what no two officers reviewed of one customer.
 */
async function takesTwo(
  { settings: { review }, clock }: PaymentsContext,
  { tx, makerId }: { tx: Transaction; makerId: string },
  { params: { owners }, decidable }: { params: Params; decidable: ReturnType<typeof decidableIn> },
): Promise<boolean> {
  if (decidable.some((withdrawal) => needsTwoOfficers(withdrawal, review))) return true
  const now = clock.now()
  const total = decidable.reduce((sum, { amount }) => sum + amount, 0n)
  if (total + (await approvedAlone(tx, makerId, now)) >= review.twoOfficersFrom) return true
  // In a fixed order, since each waits for concurrent decisions about that customer.
  for (const owner of owners.toSorted()) {
    const own = decidable.reduce((sum, { amount, accountId }) => (accountId === owner ? sum + amount : sum), 0n)
    if (own + (await flowOfDay(tx, owner, now)).unseen >= review.twoOfficersFrom) return true
  }
  return false
}

interface Decidable {
  readonly withdrawal: WithdrawalRow
  readonly evidence: Evidence
}

/**
 * Lock the withdrawals. An approved one must be the requested one. Returned money goes to the holder in the ledger, for any content of the
 * row.
 */
async function lockDecidable(context: PaymentsContext, tx: Transaction, { withdrawalIds, owners, decision }: Params): Promise<Decidable[]> {
  const withdrawals = await lockWithdrawals(tx, withdrawalIds)
  if (withdrawals.length !== withdrawalIds.length) refuse('payments.transaction_not_found')
  const isDecidable = withdrawals.every(({ accountId, state }) => owners.includes(accountId) && FROM[decision].includes(state))
  if (!isDecidable) refuse('payments.withdrawal_not_decidable')
  const evidences = await evidenceOf(context.seals, tx, withdrawalIds)
  return withdrawals.map((withdrawal) => {
    const evidence = evidences.get(withdrawal.id) ?? { reviews: 0, open: [] }
    const fault = decision === 'approve' ? faultOf(context.seals, withdrawal, evidence) : null
    if (fault) notifyUnproved(context, withdrawal, fault)
    return fault ? refuse('ledger.unproved') : { withdrawal, evidence }
  })
}

async function decide(context: PaymentsContext, tx: Transaction, params: Params, execution: Execution): Promise<Decided> {
  const { makerId, checkerId } = execution
  // The platform checks the person concerned only when there is exactly one.
  if (params.owners.some((owner) => owner === makerId || owner === checkerId)) refuse('approvals.person_concerned')
  const results: Decided['results'] = []
  for (const decidable of await lockDecidable(context, tx, params)) {
    const { withdrawal } = decidable
    const state = await decideOne(context, tx, decidable, { decision: params.decision, execution })
    results.push({ transactionId: withdrawal.id, state })
    await context.audit.record(tx, {
      actor: execution.actor,
      action: 'payments.withdrawal_decided',
      object: { type: 'withdrawal', id: withdrawal.id },
      before: withdrawal.state,
      after: { decision: params.decision, state, approvalRequestId: execution.requestId, makerId, checkerId },
      reason: execution.reason,
    })
  }
  failpoint('payments.withdrawals_decided')
  return { results }
}

async function decideOne(
  context: PaymentsContext,
  tx: Transaction,
  { withdrawal, evidence: { reviews } }: Decidable,
  { decision, execution: { makerId, checkerId } }: { decision: Decision; execution: Execution },
): Promise<WithdrawalState> {
  const by = { actor: officer(makerId), approverId: checkerId ?? makerId }
  if (decision === 'hold') {
    await sendToReview(context, tx, withdrawal, { actor: by.actor, cause: 'officer', reviews })
    return 'IN_REVIEW'
  }
  if (decision === 'reject') {
    const refund = { to: 'RETURNED', actor: by.actor, reason: WITHDRAWAL_REJECTED, illegal: 'payments.withdrawal_not_decidable' } as const
    await refundWithdrawal(context, tx, withdrawal, { ...refund, rejectedBy: by.approverId })
    return 'RETURNED'
  }
  const seal = context.seals.seal(approvalText(withdrawal, reviews, { makerId, checkerId }))
  const approvers = { approver_id: by.approverId, maker_id: makerId, checker_id: checkerId, approval_seal: seal }
  const set = { reason: null, approval_state: 'APPROVED', ...approvers }
  await moveWithdrawal(context, tx, withdrawal, { to: 'HELD', at: context.clock.now(), actor: by.actor, set })
  return 'HELD'
}
