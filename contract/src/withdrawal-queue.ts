/** Administración de retiros (ADM-15): withdrawals that wait for officers or may still be kept back, with what speaks for and against each. */
import * as z from 'zod'
import { CRYPTO_WITHDRAWAL_STATES } from './crypto.ts'
import { amountText, assetCode, copAmount } from './money.ts'
import { transactionState } from './payments.ts'

export const APPROVAL_STATES = ['AUTOMATIC', 'PENDING', 'APPROVED', 'REJECTED'] as const
export const approvalState = z.enum(APPROVAL_STATES)
export type ApprovalStateOfMoney = z.output<typeof approvalState>

export const REVIEW_CAUSES = ['large', 'in_and_out', 'officer'] as const
/**
 * Of token withdrawals. amount: from the amount on that two officers look at · first_payout: nothing of the customer's was ever paid out by the
 * chain, and this, with what is under way, is worth much · account_day, platform_day: above what a customer, or all, may take in
 * 24 hours · in_and_out: nearly all that came in within the day, as pesos or as tokens · sanctions: the address is on a list · no_list: nobody loaded a list that could name it · officer: kept back by one
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
  /** Of tokens. */
  asset: assetCode.optional(),
  /** Part of the e-mail, or a whole id: of the person or of the withdrawal. */
  text: z.string().max(100).optional(),
  sort: z.enum(QUEUE_SORTS).default('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
})

/** What speaks for and against a withdrawal, as the product knows it. Amounts in pesos. */
export const WithdrawalRisk = z.object({
  accountSince: z.iso.datetime(),
  level: z.int().min(0).max(3),
  /** Since when the person has this bank account, as it is now, or saved this address. */
  destinationSince: z.iso.datetime().nullable(),
  /** Withdrawals that were paid into this account number or to this address, to this person and to others. */
  paidBefore: z.int(),
  othersPaid: z.int(),
  /** Of all that the person has of the asset, per hundred, rounded down; null once it was sent. */
  shareOfBalance: z.int().nullable(),
  /** Withdrawn this month by all rails, with this one. */
  monthUsed: copAmount,
  /** Last change of password, factor or device that held withdrawals, within a week. */
  credentialsChangedAt: z.iso.datetime().nullable(),
  /** Kinds of alerts that are open, 1 to 19. */
  openAlerts: z.array(z.int()),
  /** Credited within the 24 hours before it was asked for: pesos by PSE and, of a token, the same token at the value of this withdrawal. */
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
  /** When it may leave by itself; null when it waits for officers, or is gone. */
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
  /** The address is of another customer: their account. */
  receiverId: z.uuid().nullable(),
  /** What the lists said: `no_list` while none with addresses is loaded. */
  sanctions: z.enum(['clear', 'listed', 'no_list']),
})
export const WithdrawalInQueue = z.discriminatedUnion('rail', [bankWithdrawal, tokenWithdrawal])
export type WithdrawalInQueue = z.output<typeof WithdrawalInQueue>
export type TokenWithdrawalInQueue = z.output<typeof tokenWithdrawal>
