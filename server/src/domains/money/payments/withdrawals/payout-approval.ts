/**
 * Approval kind for what two officers read at the bank about a payout without a definite answer of the provider (decision 51). The approval
 * only records it: the job of the withdrawal asks the provider once more, whose answer has priority, and then applies what the officers
 * read.
 */

import { copFigure } from '@tunjo/contract/amount-text'
import { type ApprovalKindName, titleOfApproval } from '@tunjo/contract/approval-kinds'
import type { Locale } from '@tunjo/contract/locales'
import { PAYOUT_OUTCOMES } from '@tunjo/contract/payments-officers'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { StepUpDescription } from '../../../../platform/http/guards/step-up.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { makeJobDue } from '../../../../platform/security/stopped-operations.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import type { PaymentsContext } from '../context.ts'
import { ProviderUnreachable } from '../providers/http.ts'
import type { PayoutStatus } from '../providers/payout.ts'
import { checkOutcome } from './outcome-rules.ts'
import { insertOutcome, recordedOutcomeOf } from './outcome-store.ts'
import { evidenceOf, notifyUnproved, proveWithdrawal } from './prove-withdrawal.ts'
import { readPayouts } from './read-payouts.ts'
import { findWithdrawal, lockWithdrawal, type WithdrawalRow } from './withdrawal-store.ts'

export const PAYOUT_APPROVAL = 'payments.payout_outcome' satisfies ApprovalKindName
const Params = z.object({ withdrawalId: z.uuid(), accountId: z.uuid(), outcome: z.enum(PAYOUT_OUTCOMES), bankReference: z.string().min(1) })
type Params = z.output<typeof Params>
const Facts = z.object({ amountCop: z.string() })
type Decided = { transactionId: string; outcome: Params['outcome'] }

export const payoutApproval = (context: PaymentsContext): ApprovalKind<Params, Decided> => ({
  permission: 'payments.review',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ withdrawalId }) => withdrawalId,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, params) {
    const { withdrawal, attempts } = await lockUnanswered(context, tx, params)
    return { withdrawalId: params.withdrawalId, amountCop: String(withdrawal.amount), attempts }
  },
  isNeeded: () => true,
  execute: (tx, params, execution) => record(context, tx, params, execution),
  words: APPROVAL_WORDS,
  changes: ({ outcome, bankReference }, facts) => [
    { label: STORED_WORDS.amount, before: null, after: `${copFigure(BigInt(Facts.parse(facts).amountCop))} COP` },
    { label: STORED_WORDS.bankReference, before: null, after: bankReference },
    { label: STORED_WORDS.state, before: STORED_WORDS.payout.unanswered, after: STORED_WORDS.payout.outcomes[outcome] },
  ],
})

/** Description that an officer reads before the proposal. */
export function describePayout(
  { id, amount }: Pick<WithdrawalRow, 'id' | 'amount'>,
  asked: Pick<Params, 'outcome' | 'bankReference'>,
  locale: Locale,
): StepUpDescription {
  const words = APPROVAL_WORDS[locale]
  return {
    title: titleOfApproval(PAYOUT_APPROVAL, locale),
    details: [
      { label: words.withdrawal, value: id },
      { label: words.amount, value: `${copFigure(amount)} COP` },
      { label: words.payout.answer, value: words.payout.outcomes[asked.outcome] },
      { label: words.bankReference, value: asked.bankReference },
    ],
  }
}

/** Refuse the proposal when the provider has a final answer, which needs no officer. @throws Refused `payments.payout_answered` */
export async function refuseAnswered(context: PaymentsContext, withdrawalId: string): Promise<void> {
  const said: readonly PayoutStatus[] = await readPayouts(context, await knownWithdrawal(context, withdrawalId)).catch((error) => {
    if (error instanceof ProviderUnreachable) return []
    throw error
  })
  if (said.some(({ state }) => state !== 'open')) refuse('payments.payout_answered')
}

export const knownWithdrawal = async ({ db }: PaymentsContext, id: string): Promise<WithdrawalRow> =>
  (await findWithdrawal(db, id)) ?? refuse('payments.transaction_not_found')

async function lockUnanswered(
  context: PaymentsContext,
  tx: Transaction,
  { withdrawalId, outcome }: Pick<Params, 'withdrawalId' | 'outcome'>,
): Promise<{ withdrawal: WithdrawalRow; attempts: string[] }> {
  const withdrawal = (await lockWithdrawal(tx, withdrawalId)) ?? refuse('payments.transaction_not_found')
  const evidence = (await evidenceOf(context.seals, tx, [withdrawalId])).get(withdrawalId) ?? { reviews: 0, open: [] }
  const refused = checkOutcome(withdrawal, { outcome, attempts: evidence.open, now: context.clock.now() })
  if (refused) refuse(refused)
  // The same result is not recorded twice, and a missing one cannot be withdrawn.
  const known = await recordedOutcomeOf(context, tx, withdrawalId)
  if (outcome === 'withdrawn' && !known) refuse('payments.payout_word_missing')
  if (known?.outcome === outcome) refuse('payments.payout_word_known')
  const fault = await proveWithdrawal(context, tx, withdrawal, evidence)
  if (fault) notifyUnproved(context, withdrawal, fault)
  if (fault) refuse('ledger.unproved')
  return { withdrawal, attempts: evidence.open.map(({ id }) => id).toSorted() }
}

async function record(context: PaymentsContext, tx: Transaction, params: Params, execution: Execution): Promise<Decided> {
  const { audit, clock } = context
  const { withdrawalId, outcome, bankReference } = params
  const { makerId, reason, requestId } = execution
  const checkerId = execution.checkerId ?? refuse('payments.withdrawal_not_decidable')
  const { state } = (await lockUnanswered(context, tx, params)).withdrawal
  const now = clock.now()
  const word = { withdrawalId, outcome, bankReference, reason, makerId, checkerId, at: now }
  await insertOutcome(context, tx, word)
  await audit.record(tx, {
    actor: execution.actor,
    action: 'payments.payout_decided',
    object: { type: 'withdrawal', id: withdrawalId },
    before: state,
    after: { outcome, bankReference, approvalRequestId: requestId, makerId, checkerId },
    reason,
  })
  await makeJobDue(tx, { id: newId(), name: 'payments.pay-withdrawal', key: withdrawalId, payload: { withdrawalId }, now })
  failpoint('payments.payout_word_recorded')
  return { transactionId: withdrawalId, outcome }
}
