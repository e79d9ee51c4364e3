/**
 * What officers decide about withdrawals that were not sent yet (ADM-15), as an approval kind: all of them or none. Keeping one back and
 * giving its money back are one officer's; letting a large one go takes two, since what the bank has paid does not come back.
 */
import { copFigure } from '@tunjo/contract/amount-text'
import { type ApprovalKindName, titleOfApproval } from '@tunjo/contract/approval-kinds'
import { WITHDRAWAL_DECISIONS, WITHDRAWALS_AT_ONCE } from '@tunjo/contract/payments-officers'
import { REVIEW_CAUSES } from '@tunjo/contract/withdrawal-queue'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../platform/approvals/index.ts'
import type { Transaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { idOf } from '../../../platform/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import { officer } from '../../../platform/state-machine/index.ts'
import type { PaymentsContext } from '../context.ts'
import { WITHDRAWAL_REJECTED } from '../reasons.es.ts'
import { refundWithdrawal } from './end-withdrawal.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import { needsTwoOfficers } from './review-rules.ts'
import { sendToReview } from './send-to-review.ts'
import type { WithdrawalState } from './states.ts'
import { lockWithdrawals, noteRejection, type WithdrawalRow } from './withdrawal-store.ts'

export const WITHDRAWAL_APPROVAL = 'payments.withdrawal_review' satisfies ApprovalKindName
const Params = z.object({
  /** Sorted, each once. */
  withdrawalIds: z.array(z.uuid()).min(1).max(WITHDRAWALS_AT_ONCE),
  owners: z.array(z.uuid()).min(1),
  decision: z.enum(WITHDRAWAL_DECISIONS),
})
type Params = z.output<typeof Params>
type Decision = Params['decision']
const Facts = z.object({ withdrawals: z.array(z.object({ amountCop: z.string(), cause: z.enum(REVIEW_CAUSES).nullable() })) })
type Decided = { results: { transactionId: string; state: WithdrawalState }[] }

const FROM: Readonly<Record<Decision, readonly WithdrawalState[]>> = {
  approve: ['IN_REVIEW'],
  hold: ['HELD'],
  reject: ['HELD', 'IN_REVIEW'],
}
const BEFORE: Readonly<Record<Decision, string>> = { approve: 'En revisión', hold: 'Por enviar', reject: 'Sin enviar' }
const AFTER: Readonly<Record<Decision, string>> = { approve: 'Aprobado', hold: 'Retenido', reject: 'Rechazado: vuelve al saldo' }

export const withdrawalApproval = (context: PaymentsContext): ApprovalKind<Params, Decided> => ({
  permission: 'payments.review',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ withdrawalIds: [first = '', ...others] }) =>
    others.length === 0 ? first : idOf('payments.withdrawals', [first, ...others].join()),
  subjectId: ({ owners: [owner = null, ...others] }) => (others.length === 0 ? owner : null),
  async facts(tx, params) {
    const withdrawals = await lockDecidable(tx, params)
    return {
      withdrawals: withdrawals.map(({ id, amount, state, accountNumber, reviewCause: cause }) => ({
        id,
        amountCop: String(amount),
        state,
        accountNumber,
        cause,
      })),
    }
  },
  isNeeded: ({ decision }, facts) =>
    decision === 'approve' && decidableIn(facts).some((withdrawal) => needsTwoOfficers(withdrawal, context.settings.review)),
  execute: (tx, params, execution) => decide(context, tx, params, execution),
  changes({ withdrawalIds, decision }, facts) {
    const total = decidableIn(facts).reduce((sum, { amount }) => sum + amount, 0n)
    return [
      { label: 'Retiros', before: null, after: String(withdrawalIds.length) },
      { label: 'Valor', before: null, after: `${copFigure(total)} COP` },
      { label: 'Estado', before: BEFORE[decision], after: AFTER[decision] },
    ]
  },
})

const decidableIn = (facts: unknown) => Facts.parse(facts).withdrawals.map(({ amountCop, cause }) => ({ amount: BigInt(amountCop), cause }))

/** What an officer reads before proposing it. */
export function describeWithdrawals(withdrawals: readonly Pick<WithdrawalRow, 'id' | 'amount'>[], decision: Decision) {
  const total = withdrawals.reduce((sum, { amount }) => sum + amount, 0n)
  const ids = withdrawals.map(({ id }) => id).join(', ')
  return {
    title: titleOfApproval(WITHDRAWAL_APPROVAL, 'es'),
    details: [
      { label: withdrawals.length === 1 ? 'Retiro' : `${withdrawals.length} retiros`, value: ids },
      { label: 'Valor', value: `${copFigure(total)} COP` },
      { label: 'Decisión', value: AFTER[decision] },
    ],
  }
}

async function lockDecidable(tx: Transaction, { withdrawalIds, owners, decision }: Params): Promise<WithdrawalRow[]> {
  const withdrawals = await lockWithdrawals(tx, withdrawalIds)
  if (withdrawals.length !== withdrawalIds.length) refuse('payments.transaction_not_found')
  const isDecidable = withdrawals.every(({ accountId, state }) => owners.includes(accountId) && FROM[decision].includes(state))
  return isDecidable ? withdrawals : refuse('payments.withdrawal_not_decidable')
}

async function decide(context: PaymentsContext, tx: Transaction, params: Params, execution: Execution): Promise<Decided> {
  const { makerId, checkerId } = execution
  // Of several people the platform knows none.
  if (params.owners.some((owner) => owner === makerId || owner === checkerId)) refuse('approvals.person_concerned')
  const results: Decided['results'] = []
  for (const withdrawal of await lockDecidable(tx, params)) {
    const state = await decideOne(context, tx, withdrawal, params.decision, execution)
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
  withdrawal: WithdrawalRow,
  decision: Decision,
  { makerId, checkerId }: Execution,
): Promise<WithdrawalState> {
  const by = { actor: officer(makerId), approverId: checkerId ?? makerId }
  if (decision === 'hold') {
    await sendToReview(context, tx, withdrawal, { actor: by.actor, cause: 'officer' })
    return 'IN_REVIEW'
  }
  if (decision === 'reject') {
    await noteRejection(tx, withdrawal.id, by.approverId)
    const refund = { to: 'RETURNED', actor: by.actor, reason: WITHDRAWAL_REJECTED, illegal: 'payments.withdrawal_not_decidable' } as const
    await refundWithdrawal(context, tx, withdrawal, refund)
    return 'RETURNED'
  }
  const set = { reason: null, approval_state: 'APPROVED', approver_id: by.approverId }
  await moveWithdrawal(context, tx, withdrawal, { to: 'HELD', at: context.clock.now(), actor: by.actor, set })
  return 'HELD'
}
