/**
 * Peso payments for officers: bank accounts of a person, deposits that need two officers, withdrawals (ADM-06, ADM-15, KYC-18). Extension
 * of the specification.
 */
import * as z from 'zod'
import { Severity } from './alert-severity.ts'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { copAmount } from './money.ts'
import { OfficerReason, REASON_LENGTH, REASON_REFUSED } from './officer-reason.ts'
import { bankAccount, transactionState } from './payments.ts'
import { plainLine, plainLines } from './plain-text.ts'

export const DEPOSIT_DECISIONS = ['credit', 'send_back'] as const
/** `hold`: holds an unsent withdrawal. `reject`: its money returns to the customer. */
export const WITHDRAWAL_DECISIONS = ['approve', 'hold', 'reject'] as const
export const WITHDRAWALS_AT_ONCE = 20
/** Bank outcome of a payout whose provider gives no definite answer. withdrawn: an earlier recorded outcome is retracted. */
export const PAYOUT_OUTCOMES = ['paid', 'not_paid', 'withdrawn'] as const
export type PayoutOutcome = (typeof PAYOUT_OUTCOMES)[number]

/**
 * Differences between a provider's record and the ledger. deposit_*, payout_*: of a recorded movement; payment_*: of a payment that was not
 * credited.
 */
export const ANOMALY_KINDS = [
  'deposit_taken_back',
  'deposit_amount',
  'deposit_payer',
  'payment_twice',
  'payment_unknown',
  'payment_mismatch',
  'payment_again',
  'payout_amount',
  'payout_payee',
  'payout_unpaid',
  'payout_after_return',
  'payout_never_sent',
  'payout_twice',
  'payout_unknown',
] as const
export type AnomalyKind = (typeof ANOMALY_KINDS)[number]

const depositInReview = z.object({
  transactionId: z.string(),
  accountId: z.string(),
  amount: copAmount,
  creationDate: z.iso.datetime(),
  reason: z.string(),
  /** The payment's id at the provider. */
  providerTransactionId: z.string(),
})

const time = z.iso.datetime()
/** Completed money movements of a bank account. */
export const AccountUse = z.object({ count: z.int(), amount: copAmount, firstAt: time.nullable(), lastAt: time.nullable() })
export const AccountHolder = z.object({ name: z.string(), documentType: z.string(), document: z.string() })
const placeOfMoney = z.object({ bank: z.string(), number: z.string() })

/** Worst first. `unproven`: its current data have no payment yet, and only a payout proves its holder. */
export const ACCOUNT_MATCHES = ['differs', 'unproven', 'confirmed'] as const
/**
 * bank_refused: the bank returned a payout, since account and document differ. *_changed: its last use was in a name or with a document
 * that differs from the current verification.
 */
export const MISMATCHES = ['bank_refused', 'document_changed', 'name_changed'] as const
export const ACCOUNT_CHANGES = ['added', 'edited', 'deleted'] as const
/** Why a person's payouts are blocked. */
export const PAYOUT_BLOCKS = ['cooldown', 'frozen', 'suspended', 'risk'] as const

const accountChange = z.object({
  change: z.enum(ACCOUNT_CHANGES),
  at: time,
  /** Destination before the edit, for an edited account. */
  before: placeOfMoney.nullable(),
  after: placeOfMoney.nullable(),
  /** Null: older than the session records, not done by the person, or the officer may not read sign-ins. */
  session: z.object({ startedAt: time, place: z.string(), browser: z.string(), system: z.string() }).nullable(),
})

export const OfficerBankAccount = bankAccount.extend({
  addedAt: time,
  deletedAt: time.nullable(),
  match: z.enum(ACCOUNT_MATCHES),
  mismatches: z.array(z.object({ why: z.enum(MISMATCHES), at: time, transactionId: z.string() })),
  /** Holder as last sent to the bank; null: never used, or the officer may not read verifications. */
  holder: AccountHolder.nullable(),
  deposits: AccountUse,
  payouts: AccountUse,
  /** Earlier data of an edited account, with the money sent there. */
  earlier: z.array(placeOfMoney.extend({ deposits: AccountUse, payouts: AccountUse })),
  /** Pending payouts. `until`: when the last of those that wait for a new or changed account is sent. */
  waiting: z.object({ count: z.int(), amount: copAmount, inReview: z.int(), until: time.nullable() }),
  /** Payouts that the bank returned. */
  returned: z.object({ count: z.int(), lastAt: time.nullable(), lastReason: z.string().nullable() }),
  /** Number of other people who saved the same account, including removed ones. */
  sharedWith: z.int(),
  /** Newest first. */
  changes: z.array(accountChange),
  /** Open alerts about this account. */
  alerts: z.array(z.object({ alertId: z.int(), severity: Severity, since: time })),
})
export type OfficerBankAccount = z.output<typeof OfficerBankAccount>

export const UserBankAccounts = z.object({
  /** As verified; null: not verified, or the officer may not read verifications. */
  holder: AccountHolder.nullable(),
  blocks: z.array(z.object({ cause: z.enum(PAYOUT_BLOCKS), until: time.nullable() })),
  /** Removed accounts included. */
  accounts: z.array(OfficerBankAccount),
  /** Transfers with the person's reference that the bank reports as paid by another person, newest first. */
  otherPayers: z.array(
    placeOfMoney.extend({ transactionId: z.string(), at: time, isOpen: z.boolean(), name: z.string(), document: z.string() }),
  ),
})
export type UserBankAccounts = z.output<typeof UserBankAccounts>

export const officerPayments = {
  userAccounts: endpoint({
    method: 'GET',
    path: '/payment/accounts/administrative/user',
    role: 'ROLE_ADMIN',
    permission: 'payments.read',
    audit: 'payments.accounts_viewed',
    summary:
      'Extension: current and earlier bank accounts of a person, mismatches first, with holder, use, changes and payout blocks; read-only, each view is recorded (ADM-06)',
    allowance: 'kyc-person',
    query: z.object({ userId: z.uuid() }),
    response: UserBankAccounts,
    errors: ['request.invalid', 'request.not_found', 'request.too_many', 'compliance.own_account'],
  }),
  depositsInReview: endpoint({
    method: 'GET',
    path: '/payment/administrative/deposits/in-review',
    role: 'ROLE_ADMIN',
    permission: 'payments.read',
    summary: 'Deposits that came above the limit of the month, or from another payer, and wait for officers, oldest first',
    query: PageQuery,
    response: z.object({ results: z.array(depositInReview), total: z.int(), pagesNumber: z.int() }),
    errors: ['request.invalid'],
  }),
  decideDeposit: endpoint({
    method: 'POST',
    path: '/payment/administrative/deposits/:id/decide',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'payments.deposit_decided',
    approval: 'four-eyes',
    idempotent: true,
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
      'payments.deposit_taken_back',
      'ledger.unproved',
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
    idempotent: true,
    summary:
      'Approve, keep back or reject withdrawals that were not sent to the bank yet, all of them or none. Approving a large one, or as much in pieces within a day, waits for a second officer: 202',
    stepUp: { binds: ['body.withdrawalIds', 'body.decision', 'body.reason'] },
    reason: true,
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
      'payments.provider_unavailable',
      'ledger.unproved',
      'approvals.person_concerned',
      'approvals.already_waiting',
      ...REASON_REFUSED,
    ],
  }),
  decidePayout: endpoint({
    method: 'POST',
    path: '/payment/administrative/withdrawals/:id/bank-word',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'payments.payout_decided',
    approval: 'four-eyes',
    idempotent: true,
    summary:
      "Record the bank's outcome of a payout without a definite answer of the provider for a day: paid completes it, not paid returns the money, withdrawn retracts an earlier record. Always two officers: 202. A definite answer of the provider takes precedence",
    stepUp: { binds: ['params.id', 'body.outcome', 'body.bankReference', 'body.reason'] },
    reason: true,
    params: z.object({ id: z.uuid() }),
    body: z.object({ outcome: z.enum(PAYOUT_OUTCOMES), bankReference: plainLine({ minimum: 4, maximum: 64 }), reason: OfficerReason }),
    response: z.object({ transactionId: z.string(), outcome: z.enum(PAYOUT_OUTCOMES) }),
    errors: [
      'request.invalid',
      'identity.step_up_required',
      'identity.step_up_invalid',
      'payments.transaction_not_found',
      'payments.withdrawal_not_decidable',
      'payments.payout_answered',
      'payments.payout_still_asked',
      'payments.payout_word_known',
      'payments.payout_word_missing',
      'ledger.unproved',
      'approvals.person_concerned',
      'approvals.already_waiting',
      ...REASON_REFUSED,
    ],
  }),
}
