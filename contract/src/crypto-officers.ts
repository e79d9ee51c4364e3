/**
 * Officers' decisions about token withdrawals and deposits from listed addresses, and the switch that pauses all withdrawals. The queue is
 * in withdrawal-queue.ts.
 */
import * as z from 'zod'
import { CRYPTO_DEPOSIT_STATES, CRYPTO_WITHDRAWAL_STATES } from './crypto.ts'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { ASSET_CODES } from './money.ts'
import { REASON_LENGTH } from './officer-reason.ts'
import { plainLines } from './plain-text.ts'

/**
 * `hold`: keeps a withdrawal from the signer. `reject`: its tokens return to the customer. For an undelivered one: `give_back` to the
 * balance, or `send_again` to the same address.
 */
export const TOKEN_WITHDRAWAL_DECISIONS = ['approve', 'hold', 'reject', 'give_back', 'send_again'] as const
export const TOKEN_WITHDRAWALS_AT_ONCE = 20

/** credit: credited to the customer, as far as their limits and risk profile allow · retain: it stays in suspense */
export const TOKEN_DEPOSIT_DECISIONS = ['credit', 'retain'] as const
export type TokenDepositDecision = (typeof TOKEN_DEPOSIT_DECISIONS)[number]

/**
 * reverse: reverses the credit of a deposit that the chain dropped beyond the final depth · write_off: the same, and the spent part is the
 * platform's loss
 */
export const TOKEN_DISPUTE_DECISIONS = ['reverse', 'write_off'] as const
export type TokenDisputeDecision = (typeof TOKEN_DISPUTE_DECISIONS)[number]
/**
 * chain: its loss is not yet confirmed by a second reading · covered: reversed automatically · spent: the customer owes a part, and
 * officers may write it off · held: as spent, while other holds use the balance · officers: they decide
 */
export const TOKEN_DISPUTE_WAITS = ['chain', 'covered', 'spent', 'held', 'officers', 'decided'] as const

/** A credited deposit whose block was dropped by the chain. */
export const DisputedTokenDeposit = z.object({
  id: z.string(),
  accountId: z.string(),
  asset: z.enum(ASSET_CODES),
  /** Decimal text of the asset: the credited amount, and the part that could not be held. */
  amount: z.string(),
  missing: z.string(),
  transactionHash: z.string(),
  blockNumber: z.string(),
  /** Confirmations when it was lost; null when unknown. */
  depth: z.string().nullable(),
  since: z.iso.datetime(),
  waits: z.enum(TOKEN_DISPUTE_WAITS),
  /** Decision that two officers may take now. */
  decidable: z.enum(TOKEN_DISPUTE_DECISIONS).nullable(),
})

/** A deposit whose sender is on a loaded sanctions list. */
export const ListedTokenDeposit = z.object({
  id: z.string(),
  accountId: z.string(),
  asset: z.enum(ASSET_CODES),
  /** Decimal text of the asset. */
  amount: z.string(),
  fromAddress: z.string(),
  transactionHash: z.string(),
  creationDate: z.iso.datetime(),
  /** The newest decision of two officers; null before the first. */
  decided: z.object({ decision: z.enum(TOKEN_DEPOSIT_DECISIONS), at: z.iso.datetime() }).nullable(),
})

const reason = plainLines(REASON_LENGTH)
const OFFICER_WRITE = ['request.invalid', 'request.text_unseen', 'identity.step_up_required', 'identity.step_up_invalid'] as const
const BY_TWO = ['approvals.person_concerned', 'approvals.already_waiting'] as const
const pauseState = z.object({ paused: z.boolean() })

export const cryptoOfficers = {
  decideWithdrawals: endpoint({
    method: 'POST',
    path: '/blockchain/administrative/withdrawals/decide',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'crypto.withdrawal_decided',
    approval: 'four-eyes',
    idempotent: true,
    summary:
      'Approve, keep back or reject token withdrawals that were not handed to the signer yet, or give back or send again undelivered ones, all of them or none. All but keeping back and rejecting always takes two officers: 202',
    stepUp: { binds: ['body.withdrawalIds', 'body.decision', 'body.reason'] },
    body: z.object({
      withdrawalIds: z.array(z.uuid()).min(1).max(TOKEN_WITHDRAWALS_AT_ONCE),
      decision: z.enum(TOKEN_WITHDRAWAL_DECISIONS),
      reason,
    }),
    response: z.object({ results: z.array(z.object({ id: z.string(), state: z.enum(CRYPTO_WITHDRAWAL_STATES) })) }),
    errors: [
      ...OFFICER_WRITE,
      ...BY_TWO,
      'crypto.withdrawal_not_found',
      'crypto.withdrawal_not_decidable',
      'crypto.address_not_found',
      'ledger.unproved',
    ],
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
    idempotent: true,
    summary: 'Resume token withdrawals, always by two officers: 202',
    stepUp: { binds: ['body.reason'] },
    body: z.object({ reason }),
    response: pauseState,
    errors: [...OFFICER_WRITE, ...BY_TWO, 'crypto.pause_unchanged'],
  }),
  depositsInReview: endpoint({
    method: 'GET',
    path: '/blockchain/administrative/deposits/in-review',
    role: 'ROLE_ADMIN',
    permission: 'screening.read',
    summary: 'Token deposits from addresses of a list of sanctions that are held, with what two officers decided of each, oldest first',
    query: PageQuery,
    response: z.object({ results: z.array(ListedTokenDeposit), total: z.int(), pagesNumber: z.int() }),
    errors: ['request.invalid'],
  }),
  decideDeposit: endpoint({
    method: 'POST',
    path: '/blockchain/administrative/deposits/:id/decide',
    role: 'ROLE_ADMIN',
    permission: 'screening.decide',
    audit: 'crypto.deposit_decided',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Credit or retain a token deposit from a listed address, always by two officers: 202',
    stepUp: { binds: ['params.id', 'body.decision', 'body.reason'] },
    params: z.object({ id: z.string().max(64) }),
    body: z.object({ decision: z.enum(TOKEN_DEPOSIT_DECISIONS), reason }),
    response: z.object({ id: z.string(), state: z.enum(CRYPTO_DEPOSIT_STATES) }),
    errors: [...OFFICER_WRITE, ...BY_TWO, 'crypto.deposit_not_found', 'crypto.deposit_not_in_review'],
  }),
  depositsInDispute: endpoint({
    method: 'GET',
    path: '/blockchain/administrative/deposits/in-dispute',
    role: 'ROLE_ADMIN',
    permission: 'payments.read',
    summary: 'Credited token deposits whose block the chain lost, with what is missing of each and what it waits for, oldest first',
    query: PageQuery,
    response: z.object({ results: z.array(DisputedTokenDeposit), total: z.int(), pagesNumber: z.int() }),
    errors: ['request.invalid'],
  }),
  decideDispute: endpoint({
    method: 'POST',
    path: '/blockchain/administrative/deposits/:id/decide-dispute',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'crypto.dispute_decided',
    approval: 'four-eyes',
    idempotent: true,
    summary:
      'Take back a token deposit that the chain lost beyond the final depth, or write off what was spent of a lost one, always by two officers: 202',
    stepUp: { binds: ['params.id', 'body.decision', 'body.reason'] },
    params: z.object({ id: z.string().max(64) }),
    body: z.object({ decision: z.enum(TOKEN_DISPUTE_DECISIONS), reason }),
    response: z.object({ id: z.string(), state: z.enum(CRYPTO_DEPOSIT_STATES) }),
    errors: [...OFFICER_WRITE, ...BY_TWO, 'crypto.deposit_not_found', 'crypto.dispute_not_decidable', 'ledger.unproved'],
  }),
}
