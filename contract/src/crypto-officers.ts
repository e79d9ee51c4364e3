/** What officers see and decide of token withdrawals: the review by two, the switch that stops them all, and the list of token movements. */
import * as z from 'zod'
import { CRYPTO_WITHDRAWAL_STATES } from './crypto.ts'
import { endpoint } from './endpoint.ts'
import { ASSET_CODES } from './money.ts'
import { REASON_LENGTH } from './officer-reason.ts'
import { plainLines } from './plain-text.ts'

export const WITHDRAWAL_DECISIONS = ['approve', 'reject'] as const

/**
 * amount: from the amount on that two officers look at · account_day, platform_day: above what a customer, or all, may take in 24 hours ·
 * sanctions: the address came on a list after it was asked for
 */
export const REVIEW_REASONS = ['amount', 'account_day', 'platform_day', 'sanctions'] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

export const CryptoWithdrawalInReview = z.object({
  id: z.string(),
  accountId: z.string(),
  asset: z.enum(ASSET_CODES),
  /** Decimal text of the asset. */
  amount: z.string(),
  fee: z.string(),
  valueCop: z.string(),
  address: z.string(),
  alias: z.string(),
  /** When the customer saved the address. */
  addressSavedAt: z.iso.datetime(),
  /** The address is of another customer: their account. */
  receiverId: z.string().nullable(),
  reasons: z.array(z.enum(REVIEW_REASONS)),
  /** What the lists said: `no_list` while none with addresses is loaded. */
  sanctions: z.enum(['clear', 'listed', 'no_list']),
  creationDate: z.iso.datetime(),
})

const reason = plainLines(REASON_LENGTH)
const OFFICER_WRITE = ['request.invalid', 'request.text_unseen', 'identity.step_up_required', 'identity.step_up_invalid'] as const
const BY_TWO = ['approvals.person_concerned', 'approvals.already_waiting'] as const
const pauseState = z.object({ paused: z.boolean() })

export const cryptoOfficers = {
  withdrawalsInReview: endpoint({
    method: 'GET',
    path: '/blockchain/administrative/withdrawals/in-review',
    role: 'ROLE_ADMIN',
    permission: 'payments.read',
    summary: 'Token withdrawals that wait for two officers, oldest first; at most 100',
    response: z.array(CryptoWithdrawalInReview),
    errors: [],
  }),
  decideWithdrawal: endpoint({
    method: 'POST',
    path: '/blockchain/administrative/withdrawals/:id/decide',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'crypto.withdrawal_decided',
    approval: 'four-eyes',
    summary: 'Approve a token withdrawal in review, always by two officers (202), or reject it, by one: its money goes back',
    stepUp: { binds: ['params.id', 'body.decision', 'body.reason'] },
    params: z.object({ id: z.string().max(64) }),
    body: z.object({ decision: z.enum(WITHDRAWAL_DECISIONS), reason }),
    response: z.object({ id: z.string(), state: z.enum(CRYPTO_WITHDRAWAL_STATES) }),
    errors: [...OFFICER_WRITE, ...BY_TWO, 'crypto.withdrawal_not_found', 'crypto.withdrawal_not_in_review'],
  }),
  withdrawalsState: endpoint({
    method: 'GET',
    path: '/blockchain/administrative/withdrawals/state',
    role: 'ROLE_ADMIN',
    permission: 'payments.read',
    summary: 'Whether token withdrawals are paused, and what left in 24 hours against what may',
    response: pauseState.extend({
      reason: z.string().nullable(),
      since: z.iso.datetime().nullable(),
      /** Decimal text of each asset. */
      day: z.array(z.object({ asset: z.enum(ASSET_CODES), taken: z.string(), maximum: z.string() })),
    }),
    errors: [],
  }),
  pauseWithdrawals: endpoint({
    method: 'POST',
    path: '/blockchain/administrative/withdrawals/pause',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'crypto.withdrawals_paused',
    summary: 'Stop all token withdrawals at once, by one officer: none is asked for, none is signed',
    stepUp: { binds: ['body.reason'] },
    body: z.object({ reason }),
    response: pauseState,
    errors: [...OFFICER_WRITE, 'crypto.pause_unchanged'],
  }),
  resumeWithdrawals: endpoint({
    method: 'POST',
    path: '/blockchain/administrative/withdrawals/resume',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'crypto.withdrawals_resumed',
    approval: 'four-eyes',
    summary: 'Let token withdrawals go on, always by two officers: 202',
    stepUp: { binds: ['body.reason'] },
    body: z.object({ reason }),
    response: pauseState,
    errors: [...OFFICER_WRITE, ...BY_TWO, 'crypto.pause_unchanged'],
  }),
}
