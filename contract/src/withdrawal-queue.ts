/** Administración de retiros (ADM-15): withdrawals that wait for officers or may still be kept back, with what speaks for and against each. */
import * as z from 'zod'
import { amountText, assetCode, copAmount } from './money.ts'
import { transactionState } from './payments.ts'

export const APPROVAL_STATES = ['AUTOMATIC', 'PENDING', 'APPROVED', 'REJECTED'] as const
export const approvalState = z.enum(APPROVAL_STATES)
export type ApprovalStateOfMoney = z.output<typeof approvalState>

export const REVIEW_CAUSES = ['large', 'in_and_out', 'officer'] as const
export const WITHDRAWAL_STAGES = ['review', 'held', 'sent', 'ended'] as const
export const QUEUE_SORTS = ['createdAt', 'amount'] as const
export const QueueFilters = z.object({
  stage: z.enum(WITHDRAWAL_STAGES).optional(),
  cause: z.enum(REVIEW_CAUSES).optional(),
  /** Part of the e-mail, or a whole id: of the person or of the withdrawal. */
  text: z.string().max(100).optional(),
  sort: z.enum(QUEUE_SORTS).default('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
})

/** What speaks for and against a withdrawal, as the product knows it. Amounts in pesos. */
export const WithdrawalRisk = z.object({
  accountSince: z.iso.datetime(),
  level: z.int().min(0).max(3),
  /** Since when the person has this bank account, as it is now. */
  destinationSince: z.iso.datetime().nullable(),
  /** Withdrawals that the bank has paid into this account number, to this person and to others. */
  paidBefore: z.int(),
  othersPaid: z.int(),
  /** Of all pesos of the person, per hundred, rounded down; null once it was sent. */
  shareOfBalance: z.int().nullable(),
  /** Withdrawn this month, with this one. */
  monthUsed: copAmount,
  /** Last change of password, factor or device that held withdrawals, within a week. */
  credentialsChangedAt: z.iso.datetime().nullable(),
  /** Kinds of alerts that are open, 1 to 19. */
  openAlerts: z.array(z.int()),
  /** Credited by PSE within the 24 hours before it was asked for. */
  depositedDayBefore: copAmount,
})
export type WithdrawalRisk = z.output<typeof WithdrawalRisk>

export const WithdrawalInQueue = z.object({
  transactionId: z.uuid(),
  rail: z.enum(['bank', 'token']),
  userId: z.uuid(),
  email: z.string(),
  asset: assetCode,
  amount: amountText,
  state: transactionState,
  creationDate: z.iso.datetime(),
  /** When it may leave by itself; null when it waits for officers, or is gone. */
  leavesAt: z.iso.datetime().nullable(),
  /** Bank and number, or the address. */
  destination: z.string(),
  cause: z.enum(REVIEW_CAUSES).nullable(),
  aprobationState: approvalState,
  aprobador: z.string().nullable(),
  risk: WithdrawalRisk,
})
export type WithdrawalInQueue = z.output<typeof WithdrawalInQueue>
