/**
 * Money reports of officers over all customers (ADM-15): bank movements, token movements, and waiting withdrawals
 * (`withdrawal-queue.ts`). Paths and fields follow the specification; additions are marked "Extension".
 */
import * as z from 'zod'
import { CRYPTO_DEPOSIT_STATES, CRYPTO_WITHDRAWAL_STATES } from './crypto.ts'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { amountText, assetCode, copAmount } from './money.ts'
import { STATE_GROUP, type StateGroup, transactionState } from './payments.ts'
import { any, choice, FILTER_TEXT_MAX, searchText } from './report-choices.ts'
import { approvalState, QueueFilters, WithdrawalInQueue } from './withdrawal-queue.ts'

/** Values of the filters. */
export const STATE_FILTERS = ['Pendiente', 'Completo', 'Fallido'] as const
export type StateFilter = (typeof STATE_FILTERS)[number]
export const AMOUNT_ORDERS = ['Menor a mayor', 'Mayor a menor'] as const
export const TIME_ORDERS = ['Recientes', 'Antiguos'] as const
export const APPROVERS = ['ID de Administrador', 'Automatico'] as const
/** Value of the approver column where no officer decided. */
export const NO_APPROVER = 'A10'
export const TRANSACTION_TYPE = { deposit: 0, withdrawal: 1 } as const

const WORD_OF_GROUP: Readonly<Record<StateGroup, StateFilter>> = { pending: 'Pendiente', complete: 'Completo', failed: 'Fallido' }
export const filterOfState = (state: z.output<typeof transactionState>): StateFilter => WORD_OF_GROUP[STATE_GROUP[state]]

export const TOKEN_STATES = [...new Set([...CRYPTO_DEPOSIT_STATES, ...CRYPTO_WITHDRAWAL_STATES])] as const
const tokenState = z.enum(TOKEN_STATES)
export type TokenState = z.output<typeof tokenState>
const WORD_OF_TOKEN_STATE: Readonly<Record<TokenState, StateFilter>> = {
  PENDING: 'Pendiente',
  IN_REVIEW: 'Pendiente',
  DISPUTED: 'Pendiente',
  COMPLETED: 'Completo',
  BELOW_MINIMUM: 'Pendiente',
  ORPHANED: 'Fallido',
  REVERSED: 'Fallido',
  REQUESTED: 'Pendiente',
  APPROVED: 'Pendiente',
  SIGNING: 'Pendiente',
  SENT: 'Pendiente',
  CONFIRMED: 'Completo',
  UNDELIVERED: 'Pendiente',
  REJECTED: 'Fallido',
  FAILED: 'Fallido',
  CANCELLED: 'Fallido',
}
export const filterOfTokenState = (state: TokenState): StateFilter => WORD_OF_TOKEN_STATE[state]

const someId = searchText(80)

const fiatFilter = {
  asset: z.union([any, assetCode]).default(-1),
  amountOrder: choice(AMOUNT_ORDERS),
  state: choice(STATE_FILTERS),
  /** Day of the request, in Bogotá. */
  date: z.union([any, z.iso.date()]).default(-1),
  timeOrder: choice(TIME_ORDERS),
  /** One of `APPROVERS`, or an officer by id or e-mail. */
  aprobador: searchText(FILTER_TEXT_MAX),
  userId: someId,
  transactionId: someId,
  /** A saved bank account by its id, or its number. */
  accountId: someId,
  transactionType: z.union([z.literal(TRANSACTION_TYPE.deposit), z.literal(TRANSACTION_TYPE.withdrawal)]),
}
export const FiatChoice = z.object(fiatFilter)
export type FiatChoice = z.output<typeof FiatChoice>
/** Filters of the two tabs, each with a separate list. */
export const FiatDepositsChoice = FiatChoice.extend({ transactionType: z.literal(TRANSACTION_TYPE.deposit) })
export const FiatWithdrawalsChoice = FiatChoice.extend({ transactionType: z.literal(TRANSACTION_TYPE.withdrawal) })
export const FiatReportFilter = FiatChoice.extend({
  pageIndex: z.int().min(0).max(10_000).default(0),
  itemsPerPage: z.int().min(1).max(100).default(11),
})
export type FiatReportFilter = z.output<typeof FiatReportFilter>

export const FiatReportRow = z.object({
  userId: z.uuid(),
  transactionId: z.uuid(),
  asset: z.literal('COP'),
  amount: copAmount,
  state: transactionState,
  creationDate: z.iso.datetime(),
  confirmationDate: z.iso.datetime().nullable(),
  bankName: z.string(),
  /** Number of the bank account. */
  accountName: z.string(),
  accountType: z.union([z.literal(9), z.literal(10)]),
  /** Null for a deposit. */
  aprobationState: approvalState.nullable(),
  /** E-mail of the officer who decided; null when no decision was needed. */
  aprobador: z.string().nullable(),
  /** Identifier at the provider. */
  internalID: z.string().nullable(),
  /** E-mail of the officer who changed it last; null without a change. */
  userLastModification: z.string().nullable(),
})
export type FiatReportRow = z.output<typeof FiatReportRow>

export const TOKEN_KINDS = ['DEPOSIT', 'WITHDRAWAL'] as const
export const ORDERINGS = ['-created_at', 'created_at', '-amount', 'amount'] as const
export const TokenChoice = z.object({
  ordering: z.enum(ORDERINGS).default('-created_at'),
  /** Extension, with all fields below. */
  kind: z.enum(TOKEN_KINDS).default('DEPOSIT'),
  asset: assetCode.optional(),
  state: z.enum(STATE_FILTERS).optional(),
  date: z.iso.date().optional(),
  userId: z.string().trim().max(64).optional(),
  /** Hash of the transaction, an address, or the product's id. */
  transactionId: z.string().trim().max(80).optional(),
  aprobador: z.string().trim().max(FILTER_TEXT_MAX).optional(),
})
export type TokenChoice = z.output<typeof TokenChoice>
export const TokenReportFilter = TokenChoice.extend({ limit: PageQuery.shape.size, pageIndex: PageQuery.shape.pageIndex })

export const TokenReportRow = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  asset: assetCode,
  amount: amountText,
  to_address: z.string(),
  state: tokenState,
  user_id: z.uuid(),
  fee: z.string(),
  /** Extension, with all fields below. */
  kind: z.enum(TOKEN_KINDS),
  /** Null for a withdrawal, which leaves from the platform's wallet. */
  from_address: z.string().nullable(),
  /** Null until it is signed, and for an internal transfer. */
  transaction_hash: z.string().nullable(),
  confirmed_at: z.iso.datetime().nullable(),
  approver: z.string().nullable(),
})
export type TokenReportRow = z.output<typeof TokenReportRow>

export const ATTENTION_KINDS = ['disputed', 'in_review', 'unknown_token', 'native_coin', 'dust_coin', 'zero_amount', 'from_house'] as const
/** Kinds that cost their sender only gas, in any number: listed separately, so that they hide no money. */
export const SPAM_KINDS = ['unknown_token', 'zero_amount', 'dust_coin'] as const satisfies readonly (typeof ATTENTION_KINDS)[number][]
/** `money`: customers' deposits, ether and supported tokens. */
export const ATTENTION_LISTS = ['money', 'spam'] as const
/**
 * Tokens received but not simply credited. The first two kinds need no decision and end automatically; the others belong to no customer.
 */
export const UncreditedToken = z.object({
  id: z.uuid(),
  kind: z.enum(ATTENTION_KINDS),
  userId: z.uuid(),
  /** Null for an unsupported token. */
  asset: assetCode.nullable(),
  /** Whole units of the asset; base units for an unsupported token. */
  amount: amountText,
  contract: z.string().nullable(),
  /** Null, with the transaction, for ether found only in a balance: a contract forwarded it. */
  from_address: z.string().nullable(),
  to_address: z.string(),
  transaction_hash: z.string().nullable(),
  /** First and last possible block of its arrival, when no transaction identifies it. */
  blocks: z.object({ first: z.int(), last: z.int() }).nullable(),
  seenAt: z.iso.datetime(),
})
export type UncreditedToken = z.output<typeof UncreditedToken>

const csv = { role: 'ROLE_ADMIN', permission: 'reports.export', audit: 'reports.exported', answer: 'csv', response: z.string() } as const
const REFUSED = ['request.invalid', 'request.too_many'] as const

export const moneyReports = {
  withdrawals: endpoint({
    method: 'GET',
    path: '/payment/administrative/withdrawals',
    role: 'ROLE_ADMIN',
    permission: 'payments.read',
    summary: 'Administración de retiros: withdrawals with the risk facts of each',
    allowance: 'report-search',
    query: QueueFilters.extend(PageQuery.shape),
    response: z.object({ results: z.array(WithdrawalInQueue), total: z.int(), pagesNumber: z.int(), mayDecide: z.boolean() }),
    errors: REFUSED,
  }),
  fiat: endpoint({
    method: 'POST',
    path: '/payment/transactions/administrative/fiat-report',
    role: 'ROLE_ADMIN',
    permission: 'payments.read',
    audit: 'payments.movements_listed',
    summary: 'Fiat: bank deposits or withdrawals of all customers; the search is recorded',
    allowance: 'report-search',
    body: FiatReportFilter,
    response: z.object({ transactionReportDTOList: z.array(FiatReportRow), total: z.int(), pagesNumber: z.int() }),
    errors: REFUSED,
  }),
  fiatCsv: endpoint({
    ...csv,
    method: 'POST',
    path: '/payment/transactions/administrative/fiat-report/csv',
    summary: 'Extension: the same list as CSV (semicolons, decimal comma), at most 10,000 rows; the export is recorded',
    allowance: 'report-export',
    body: FiatChoice,
    errors: REFUSED,
  }),
  tokens: endpoint({
    method: 'GET',
    path: '/blockchain/transactions',
    role: 'ROLE_ADMIN',
    permission: 'payments.read',
    summary: 'Historial de depositos, Historial de retiros: token movements of all customers',
    allowance: 'report-search',
    query: TokenReportFilter,
    response: z.object({ results: z.array(TokenReportRow), total: z.int(), pagesNumber: z.int() }),
    errors: REFUSED,
  }),
  tokensToLookAt: endpoint({
    method: 'GET',
    path: '/blockchain/transactions/attention',
    role: 'ROLE_ADMIN',
    permission: 'payments.read',
    summary:
      'Extension: token deposits dropped by a reorganisation or held come first, then tokens credited to no customer, newest first; spam has a separate list',
    allowance: 'report-search',
    query: PageQuery.extend({ list: z.enum(ATTENTION_LISTS).default('money') }),
    response: z.object({
      results: z.array(UncreditedToken),
      total: z.int(),
      pagesNumber: z.int(),
      spam: z.int().meta({ description: 'Number of all spam, with what is only counted: of one address no more than 200 are listed' }),
    }),
    errors: REFUSED,
  }),
  tokensCsv: endpoint({
    ...csv,
    method: 'GET',
    path: '/blockchain/transactions/csv',
    summary: 'Extension: the same list as CSV (semicolons, decimal comma), at most 10,000 rows; the export is recorded',
    allowance: 'report-export',
    query: TokenChoice,
    errors: REFUSED,
  }),
}
