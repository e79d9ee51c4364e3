/**
 * Peso payments: bank accounts, PSE deposits, bank withdrawals and their histories (BANK-01, MON-04). Amounts are COP as decimal
 * text. Additions to the specification are marked "Extension". Officers' views and decisions are in `payments-officers.ts`.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { copAmount } from './money.ts'
import { plainLine } from './plain-text.ts'

/** Accepted as text too, since forms send select values as text. */
const wholeNumber = z.codec(z.union([z.int(), z.string().regex(/^\d{1,9}$/)]).meta({ type: 'integer' }), z.int(), {
  decode: Number,
  encode: (value) => value,
})
const digits = z.codec(z.union([z.string().max(40), z.int().min(0)]).meta({ type: 'string' }), z.string(), {
  decode: (value) => String(value).trim(),
  encode: (value) => value,
})

/** BANK-01: codes of the specification. */
export const ACCOUNT_TYPES = { savings: 9, current: 10 } as const
const accountType = z.union([z.literal(ACCOUNT_TYPES.savings), z.literal(ACCOUNT_TYPES.current)])

const instant = z.iso.datetime()

export const bankAccount = z.object({
  id: z.string(),
  alias: z.string(),
  bank: z.object({ id: z.int(), name: z.string() }),
  /** 9 savings, 10 current. */
  accountType,
  /** Account number. */
  accountAddress: z.string(),
  user: z.string(),
  /** Extension: end of the holding period of a new or changed account; null when it can be paid now. */
  heldUntil: instant.nullable(),
})
export type BankAccount = z.output<typeof bankAccount>

/** Daviplata and Nequi by their ids in `/payment/api/parameters/banks`: an account there is a Colombian mobile number. */
const WALLET_BANKS: readonly number[] = [33, 45]

/** Account number in the bank's format: for a wallet without the country code that phones add. */
export const accountNumberAt = (bank: number, typed: string): string =>
  WALLET_BANKS.includes(bank) ? typed.replace(/^(00)?57(?=3\d{9}$)/, '') : typed

export const isAccountNumber = (number: string): boolean => /^(?!0+$)\d{6,20}$/.test(number)

export const bankAccountFields = z.object({
  account: digits,
  /** 9 savings, 10 current. */
  accountType: wholeNumber.pipe(accountType),
  /** Id of `/payment/api/parameters/banks`. */
  bank: wholeNumber,
  alias: plainLine({ maximum: 40 }),
  /** Accepted and ignored: the owner is the caller (SEC-09). */
  user: z.unknown().optional(),
})
const ACCOUNT_UNBOUND = { 'body.alias': 'a name that only its owner sees; no money follows it', 'body.user': 'ignored' } as const

/**
 * - deposit: PENDING → COMPLETED | FAILED | EXPIRED (closed after 24 hours; a late approval still makes it COMPLETED, or IN_REVIEW when it
 *   is above the monthly limit; an officer makes that COMPLETED or RETURNED)
 * - withdrawal: HELD (still cancellable) → SENDING → UNKNOWN? → PROCESSING → COMPLETED | RETURNED, or HELD → CANCELLED; a rule or an
 *   officer may keep it IN_REVIEW (still cancellable) until officers release it as HELD or return it as RETURNED
 */
export const TRANSACTION_STATES = [
  'PENDING', 'HELD', 'SENDING', 'UNKNOWN', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED', 'RETURNED', 'CANCELLED',
  'IN_REVIEW',
] as const // biome-ignore format: one list
export type TransactionState = (typeof TRANSACTION_STATES)[number]
export const transactionState = z.enum(TRANSACTION_STATES)

/** The three filter values (MON-06): Pendiente, Completo, Fallido. */
export const STATE_GROUPS = ['pending', 'complete', 'failed'] as const
export type StateGroup = (typeof STATE_GROUPS)[number]
export const STATE_GROUP: Readonly<Record<TransactionState, StateGroup>> = {
  PENDING: 'pending',
  HELD: 'pending',
  SENDING: 'pending',
  UNKNOWN: 'pending',
  PROCESSING: 'pending',
  IN_REVIEW: 'pending',
  COMPLETED: 'complete',
  FAILED: 'failed',
  EXPIRED: 'failed',
  RETURNED: 'failed',
  CANCELLED: 'failed',
}

const transactionKind = z.enum(['DEPOSIT', 'WITHDRAWAL'])

/**
 * `account_new`: the bank account was added or changed. `withdrawals_on_hold`: other account data were changed (`GET /api/account/hold`).
 */
export const PAYOUT_WAIT_REASONS = ['account_new', 'withdrawals_on_hold'] as const

export const fiatTransaction = z.object({
  transactionId: z.string(),
  /** Extension. */
  kind: transactionKind,
  money: z.literal('COP'),
  amount: copAmount,
  creationDate: instant,
  state: transactionState,
  /** Bank and last digits, for display. */
  destination: z.string(),
})
export type FiatTransaction = z.output<typeof fiatTransaction>

export const fiatTransactionDetail = fiatTransaction.extend({
  bankName: z.string(),
  accountAlias: z.string(),
  accountType,
  /** Last four digits. */
  accountEnding: z.string(),
  /** Time of completion, successful or not. */
  confirmationDate: instant.nullable(),
  /** Spanish sentence when it failed, was returned or was cancelled. */
  reason: z.string().nullable(),
  /** Reference number at the bank: the CUS of PSE, or the payout's id. */
  bankReference: z.string().nullable(),
  /** Link of the bank while a deposit waits for its payment. */
  paymentUrl: z.string().nullable(),
  cancellable: z.boolean(),
  /** Extension: the saved account of the movement, while it can still be used. Null for a transfer, which may come from any account. */
  accountId: z.string().nullable(),
  /**
   * Extension: time until which a withdrawal waits before it is sent to the bank, and the reason; null when only its cancellation period
   * delays it.
   */
  payoutWait: z.object({ until: instant, reason: z.enum(PAYOUT_WAIT_REASONS) }).nullable(),
  /** Oldest first. */
  timeline: z.array(z.object({ state: transactionState, at: instant, note: z.string().nullable() })),
})
export type FiatTransactionDetail = z.output<typeof fiatTransactionDetail>

export const pageRequest = z.object({
  pageIndex: z.int().min(0).max(10_000).default(0),
  size: z.int().min(1).max(100).default(10),
  /** Extension. */
  stateGroup: z.enum(STATE_GROUPS).optional(),
})
export const transactionPage = z.object({ results: z.array(fiatTransaction), total: z.int(), pagesNumber: z.int() })

const historyCall = <const P extends `/${string}`>(path: P, summary: string) =>
  endpoint({ method: 'POST', path, role: 'ROLE_USER', summary, body: pageRequest, response: transactionPage, errors: ['request.invalid'] })

/** Identity documents with which PSE accepts a payment; its documentation does not mention others. */
export const PSE_DOCUMENT_TYPES = ['CC', 'NIT'] as const
export const paysByPse = (documentType: string): documentType is (typeof PSE_DOCUMENT_TYPES)[number] =>
  PSE_DOCUMENT_TYPES.some((accepted) => accepted === documentType)

/** Minimum and maximum of one operation, and its cost to the customer. */
const operationRules = z.object({ minimum: copAmount, maximum: copAmount, cost: copAmount })

/** How many withdrawals the caller may still ask for until midnight in Bogotá, of `maximum` in a day. */
const withdrawalsOfDay = z.object({ maximum: z.int(), left: z.int() })

const MAY_NOT_TRANSACT = ['limits.not_verified', 'limits.blocked', 'limits.in_review', 'limits.monthly_exceeded'] as const
const MAY_NOT_WITHDRAW = [...MAY_NOT_TRANSACT, 'limits.withdrawals_on_hold'] as const
const STEP_UP_REFUSED = ['identity.step_up_required', 'identity.step_up_invalid'] as const
const AMOUNT_REFUSED = ['payments.amount_below_minimum', 'payments.amount_above_maximum', 'payments.amount_not_whole'] as const
const OPERATION_REFUSED = [
  'request.invalid',
  'request.number_not_exact',
  'request.duplicate',
  'request.idempotency_key_invalid',
  'request.idempotency_key_reused',
] as const
const ACCOUNT_REFUSED = [
  'request.invalid',
  'request.text_unseen',
  'payments.account_alias_taken',
  'payments.account_number_invalid',
  'payments.bank_unknown',
] as const
const accountId = z.object({ id: z.string().max(64) })
export const webhookAnswer = z.object({ received: z.literal(true) })

export const payments = {
  accounts: endpoint({
    method: 'GET',
    path: '/payment/accounts/user/',
    role: 'ROLE_USER',
    summary: 'Bank accounts of the caller, oldest first',
    response: z.array(bankAccount),
    errors: [],
  }),
  addAccount: endpoint({
    method: 'POST',
    path: '/payment/accounts',
    role: 'ROLE_USER',
    summary: 'Add a bank account; at most 3, each with its own alias. It is first paid after 24 hours (R9)',
    stepUp: { binds: ['body.bank', 'body.accountType', 'body.account'], unbound: ACCOUNT_UNBOUND },
    body: bankAccountFields,
    response: bankAccount,
    errors: [...ACCOUNT_REFUSED, ...STEP_UP_REFUSED, 'payments.account_limit'],
  }),
  editAccount: endpoint({
    method: 'PUT',
    path: '/payment/accounts/:id',
    role: 'ROLE_USER',
    summary: 'Change a bank account. One that leads elsewhere is first paid after 24 hours (R9)',
    stepUp: { binds: ['params.id', 'body.bank', 'body.accountType', 'body.account'], unbound: ACCOUNT_UNBOUND },
    params: accountId,
    body: bankAccountFields,
    response: bankAccount,
    errors: [...ACCOUNT_REFUSED, ...STEP_UP_REFUSED, 'payments.account_not_found', 'payments.account_in_use'],
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/payment/accounts/:id',
    role: 'ROLE_USER',
    summary: 'Remove a bank account; past movements keep showing it',
    params: accountId,
    response: z.object({ id: z.string() }),
    errors: ['payments.account_not_found', 'payments.account_in_use'],
  }),

  rules: endpoint({
    method: 'GET',
    path: '/payment/rules',
    role: 'ROLE_USER',
    summary:
      'Extension: minimum, maximum and cost of bank deposits and withdrawals, and how many withdrawals are left today, for the forms',
    response: z.object({
      /**
       * `documentAccepted`: whether the caller can pay by PSE at all; true while no document is verified. `transfers`: whether this
       * installation accepts bank transfers.
       */
      deposit: operationRules.extend({ documentAccepted: z.boolean(), transfers: z.boolean() }),
      withdrawal: operationRules.extend({ ofDay: withdrawalsOfDay }),
    }),
    errors: [],
  }),
  depositTerms: endpoint({
    method: 'GET',
    path: '/payment/deposit/terms',
    role: 'ROLE_USER',
    summary: 'Extension: the two documents of the payment provider that the customer must see and accept before a PSE deposit',
    response: z.object({ policyUrl: z.url(), personalDataUrl: z.url() }),
    errors: ['payments.provider_unavailable'],
  }),
  deposit: endpoint({
    method: 'POST',
    path: '/payment/deposit',
    role: 'ROLE_USER',
    money: true,
    summary: "Start a PSE deposit; answers the bank's payment link. Repeat with the same key after `payments.bank_link_pending`",
    body: z.object({
      accountID: z.string().max(64),
      amount: copAmount,
      /** Extension: the customer's tick. Absent = a caller that shows the documents elsewhere; `false` is refused. */
      acceptedPolicy: z.boolean().optional(),
      acceptedPersonalData: z.boolean().optional(),
    }),
    response: z.string(),
    errors: [
      ...OPERATION_REFUSED,
      ...AMOUNT_REFUSED,
      ...MAY_NOT_TRANSACT,
      'identity.consent_needed',
      'payments.account_not_found',
      'payments.terms_not_accepted',
      'payments.document_not_accepted',
      'payments.too_many_open_deposits',
      'payments.bank_link_pending',
      'payments.provider_unavailable',
      'payments.provider_refused',
    ],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/payment/withdraw',
    role: 'ROLE_USER',
    money: true,
    summary: 'Ask for a bank withdrawal: the money is held at once, then paid or returned',
    stepUp: { binds: ['body.account', 'body.amount'] },
    body: z.object({ account: z.string().max(64), amount: copAmount }),
    response: fiatTransactionDetail,
    errors: [
      ...OPERATION_REFUSED,
      ...AMOUNT_REFUSED,
      ...MAY_NOT_WITHDRAW,
      ...STEP_UP_REFUSED,
      'payments.too_many_withdrawals',
      'payments.account_not_found',
      'ledger.insufficient_funds',
      'ledger.unproved',
      'ledger.asset_frozen',
    ],
  }),
  cancelWithdrawal: endpoint({
    method: 'POST',
    path: '/payment/withdraw/:id/cancel',
    role: 'ROLE_USER',
    summary: 'Extension: cancel a withdrawal that has not been sent to the bank yet; safe to repeat',
    params: accountId,
    response: fiatTransactionDetail,
    errors: ['payments.transaction_not_found', 'payments.withdrawal_not_cancellable', 'payments.provider_unavailable'],
  }),

  history: historyCall('/payment/transactions/user/history', 'Bank deposits and withdrawals of the caller, newest first'),
  deposits: historyCall('/payment/transactions/user/deposits', 'Bank deposits of the caller, newest first'),
  withdrawals: historyCall('/payment/transactions/user/withdrawals', 'Bank withdrawals of the caller, newest first'),
  transaction: endpoint({
    method: 'GET',
    path: '/payment/transactions/user/:id',
    role: 'ROLE_USER',
    summary: 'Extension: one bank deposit or withdrawal of the caller with its timeline',
    params: accountId,
    response: fiatTransactionDetail,
    errors: ['payments.transaction_not_found'],
  }),

  wompiEvent: endpoint({
    method: 'POST',
    path: '/payment/webhooks/wompi',
    role: 'MACHINE',
    summary: 'Signed events of the PSE provider; a signal to ask the provider, never proof by itself',
    body: z.unknown(),
    response: webhookAnswer,
    errors: ['payments.webhook_signature', 'payments.webhook_stale'],
  }),
  payoutEvent: endpoint({
    method: 'POST',
    path: '/payment/webhooks/wompi-payouts',
    role: 'MACHINE',
    summary: 'Signed events of the payouts provider; a signal to ask the provider, never proof by itself',
    body: z.unknown(),
    response: webhookAnswer,
    errors: ['payments.webhook_signature', 'payments.webhook_stale'],
  }),
}
