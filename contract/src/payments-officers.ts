/** Pesos in and out, for officers: bank accounts of a person, deposits that wait for two of them, withdrawals (ADM-06, ADM-15, KYC-18). Ours. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { copAmount } from './money.ts'
import { OfficerReason, REASON_LENGTH, REASON_REFUSED } from './officer-reason.ts'
import { bankAccount, transactionState } from './payments.ts'
import { plainLines } from './plain-text.ts'

export const DEPOSIT_DECISIONS = ['credit', 'send_back'] as const
/** `hold`: keeps one back that was not sent yet. `reject`: its money goes back to the customer. */
export const WITHDRAWAL_DECISIONS = ['approve', 'hold', 'reject'] as const
export const WITHDRAWALS_AT_ONCE = 20

const depositInReview = z.object({
  transactionId: z.string(),
  accountId: z.string(),
  amount: copAmount,
  creationDate: z.iso.datetime(),
  reason: z.string(),
  /** The payment, as the provider knows it. */
  providerTransactionId: z.string(),
})

export const officerPayments = {
  userAccounts: endpoint({
    method: 'GET',
    path: '/payment/accounts/administrative/user',
    role: 'ROLE_ADMIN',
    permission: 'payments.read',
    audit: 'payments.accounts_viewed',
    summary: 'Ours: bank accounts of a person, oldest first, to read only; each view is recorded (ADM-06)',
    query: z.object({ userId: z.uuid() }),
    response: z.array(bankAccount),
    errors: ['request.invalid'],
  }),
  depositsInReview: endpoint({
    method: 'GET',
    path: '/payment/administrative/deposits/in-review',
    role: 'ROLE_ADMIN',
    permission: 'payments.read',
    summary: 'Deposits that came above the limit of the month and wait for an officer, oldest first; at most 100',
    response: z.array(depositInReview),
    errors: [],
  }),
  decideDeposit: endpoint({
    method: 'POST',
    path: '/payment/administrative/deposits/:id/decide',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'payments.deposit_decided',
    approval: 'four-eyes',
    summary:
      'Credit a deposit in review, or note that its pesos were sent back to the bank account they came from. Always two officers: 202',
    stepUp: { binds: ['params.id', 'body.decision', 'body.reason'] },
    params: z.object({ id: z.string().max(64) }),
    body: z.object({ decision: z.enum(DEPOSIT_DECISIONS), reason: plainLines(REASON_LENGTH) }),
    response: z.object({ transactionId: z.string(), state: transactionState }),
    errors: [
      'request.invalid',
      'request.text_unseen',
      'identity.step_up_required',
      'identity.step_up_invalid',
      'payments.transaction_not_found',
      'payments.deposit_not_in_review',
      'approvals.person_concerned',
      'approvals.already_waiting',
    ],
  }),
  decideWithdrawals: endpoint({
    method: 'POST',
    path: '/payment/administrative/withdrawals/decide',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'payments.withdrawal_decided',
    approval: 'four-eyes',
    summary:
      'Approve, keep back or reject withdrawals that were not sent to the bank yet, all of them or none. Approving a large one waits for a second officer: 202',
    stepUp: { binds: ['body.withdrawalIds', 'body.decision', 'body.reason'] },
    body: z.object({
      withdrawalIds: z.array(z.uuid()).min(1).max(WITHDRAWALS_AT_ONCE),
      decision: z.enum(WITHDRAWAL_DECISIONS),
      reason: OfficerReason,
    }),
    response: z.object({ results: z.array(z.object({ transactionId: z.string(), state: transactionState })) }),
    errors: [
      'request.invalid',
      'identity.step_up_required',
      'identity.step_up_invalid',
      'payments.transaction_not_found',
      'payments.withdrawal_not_decidable',
      'approvals.person_concerned',
      'approvals.already_waiting',
      ...REASON_REFUSED,
    ],
  }),
}
