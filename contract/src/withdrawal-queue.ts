/**
 * Withdrawal queue (Administración de retiros, ADM-15): withdrawals that wait for officers or may still be held, with the risk facts of
 * each.
 */
import * as z from 'zod'
import { CRYPTO_WITHDRAWAL_STATES } from './crypto.ts'
import { amountText, assetCode, copAmount } from './money.ts'
import { transactionState } from './payments.ts'

export const APPROVAL_STATES = ['AUTOMATIC', 'PENDING', 'APPROVED', 'REJECTED'] as const
export const approvalState = z.enum(APPROVAL_STATES)
export type ApprovalStateOfMoney = z.output<typeof approvalState>

export const REVIEW_CAUSES = ['large', 'in_and_out', 'officer'] as const
/**
 * For token withdrawals. amount: from the amount that two officers review · first_payout: the customer never had an on-chain payout, and
 * this one plus those in flight has a high value · account_day, platform_day: above the 24-hour maximum of a customer, or of all ·
 * in_and_out: nearly all that came in within the day, as pesos or as tokens · sanctions: the address is on a list · no_list: no loaded list
 * has addresses · officer: held by an officer
 */
export const TOKEN_REVIEW_REASONS = [
  'amount',
  'first_payout',
  'account_day',
  'platform_day',
  'in_and_out',
  'sanctions',
  'no_list',
  'officer',
] as const
export type TokenReviewReason = (typeof TOKEN_REVIEW_REASONS)[number]
export const RAILS = ['bank', 'token'] as const
export type Rail = (typeof RAILS)[number]
export const WITHDRAWAL_STAGES = ['review', 'held', 'sent', 'ended'] as const
export const QUEUE_SORTS = ['createdAt', 'amount'] as const
export const QueueFilters = z.object({
  rail: z.enum(RAILS).default('bank'),
  stage: z.enum(WITHDRAWAL_STAGES).optional(),
  cause: z.enum([...new Set([...REVIEW_CAUSES, ...TOKEN_REVIEW_REASONS])]).optional(),
  /** For tokens. */
  asset: assetCode.optional(),
  /** Part of the e-mail, or a complete id: of the person or of the withdrawal. */
  text: z.string().max(100).optional(),
  sort: z.enum(QUEUE_SORTS).default('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
})

/** Risk facts of a withdrawal. Amounts in pesos. */
export const WithdrawalRisk = z.object({
  accountSince: z.iso.datetime(),
  level: z.int().min(0).max(3),
  /** Time since the person has this bank account with its current data, or saved this address. */
  destinationSince: z.iso.datetime().nullable(),
  /** Completed withdrawals to this account number or address, of this person and of others. */
  paidBefore: z.int(),
  othersPaid: z.int(),
  /** Percentage of the person's balance of the asset, rounded down; null once it was sent. */
  shareOfBalance: z.int().nullable(),
  /** Withdrawn this month over all rails, including this one. */
  monthUsed: copAmount,
  /** Last change of password, factor or device that held withdrawals, within a week. */
  credentialsChangedAt: z.iso.datetime().nullable(),
  /** Kinds of open alerts, 1 to 19. */
  openAlerts: z.array(z.int()),
  /** Credited within the 24 hours before the request: pesos by PSE and, for a token, the same token at the value of this withdrawal. */
  depositedDayBefore: copAmount,
})
export type WithdrawalRisk = z.output<typeof WithdrawalRisk>

const common = {
  transactionId: z.uuid(),
  userId: z.uuid(),
  email: z.string(),
  asset: assetCode,
  amount: amountText,
  creationDate: z.iso.datetime(),
  stage: z.enum(WITHDRAWAL_STAGES),
  /** Automatic release time; null when it waits for officers, or was sent. */
  leavesAt: z.iso.datetime().nullable(),
  /** Bank and number, or the address. */
  destination: z.string(),
  aprobationState: approvalState,
  aprobador: z.string().nullable(),
  risk: WithdrawalRisk,
}
const bankWithdrawal = z.object({ ...common, rail: z.literal('bank'), state: transactionState, cause: z.enum(REVIEW_CAUSES).nullable() })
const tokenWithdrawal = z.object({
  ...common,
  rail: z.literal('token'),
  state: z.enum(CRYPTO_WITHDRAWAL_STATES),
  reasons: z.array(z.enum(TOKEN_REVIEW_REASONS)),
  fee: amountText,
  valueCop: copAmount,
  alias: z.string(),
  /** Account of the customer who owns the address. */
  receiverId: z.uuid().nullable(),
  /** Screening result of the address: `no_list` while no list with addresses is loaded. */
  sanctions: z.enum(['clear', 'listed', 'no_list']),
})
export const WithdrawalInQueue = z.discriminatedUnion('rail', [bankWithdrawal, tokenWithdrawal])
export type WithdrawalInQueue = z.output<typeof WithdrawalInQueue>
export type TokenWithdrawalInQueue = z.output<typeof tokenWithdrawal>
