/**
 * Found transactions: on-chain transactions of the platform's wallets without an operation in the ledger, as after a restored backup, and
 * the booking of them by two officers.
 */
import * as z from 'zod'
import { CRYPTO_WITHDRAWAL_STATES } from './crypto.ts'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { ASSET_CODES } from './money.ts'
import { REASON_LENGTH } from './officer-reason.ts'
import { plainLines } from './plain-text.ts'

/**
 * withdrawal: the transaction settles this withdrawal, which is never sent again · suspense: it belongs to no withdrawal, and is booked to
 * a suspense account of the platform
 */
export const FOUND_TARGETS = ['withdrawal', 'suspense'] as const
export type FoundTarget = (typeof FOUND_TARGETS)[number]

/** customer: it is of this customer, whose balance pays what left and gets what came · platform: the platform bears or keeps it */
export const SETTLEMENT_TARGETS = ['customer', 'platform'] as const
export type SettlementTarget = (typeof SETTLEMENT_TARGETS)[number]

/**
 * confirmations: its block may still be reorganised, or the nodes disagree · officers: two officers book it · payment: it minted COPT, or
 * burned it for pesos in the books, and ends with the booking of its pesos · booked
 */
export const FOUND_WAITS = ['confirmations', 'officers', 'payment', 'booked'] as const

const FoundMove = z.object({
  asset: z.enum(ASSET_CODES),
  place: z.enum(['hot', 'cold', 'supply']),
  /** Decimal text of the asset; negative: outgoing. */
  amount: z.string(),
})

export const FoundCandidate = z.object({
  id: z.string(),
  accountId: z.string(),
  state: z.enum(CRYPTO_WITHDRAWAL_STATES),
  creationDate: z.iso.datetime(),
  /** The transaction itself identifies this withdrawal, so that no other one is possible. */
  isNamed: z.boolean(),
})

export const FoundTransaction = z.object({
  hash: z.string(),
  wallet: z.enum(['hot', 'treasury']),
  nonce: z.number().int(),
  foundAt: z.iso.datetime(),
  waits: z.enum(FOUND_WAITS),
  /** Data of the node, with the fields below; null and empty while it waits for confirmations. */
  blockNumber: z.number().int().nullable(),
  blockHash: z.string().nullable(),
  /** In ether. */
  fee: z.string().nullable(),
  moved: z.array(FoundMove),
  /** Recipient of the tokens, for a transfer to one address. */
  receiver: z.string().nullable(),
  /** Unsent withdrawals with the same receiver, token and amount. */
  candidates: z.array(FoundCandidate),
  /** Bookings that two officers may choose now. */
  bookable: z.array(z.enum(FOUND_TARGETS)),
  booked: z.object({ target: z.enum(FOUND_TARGETS), withdrawalId: z.string().nullable(), at: z.iso.datetime() }).nullable(),
  /** It is in suspense, and two officers may settle it. */
  isSettleable: z.boolean(),
  settled: z.object({ target: z.enum(SETTLEMENT_TARGETS), accountId: z.string().nullable(), at: z.iso.datetime() }).nullable(),
})

const BOUND_BY_TWO = [
  'request.invalid',
  'request.text_unseen',
  'identity.step_up_required',
  'identity.step_up_invalid',
  'approvals.person_concerned',
  'approvals.already_waiting',
  'ledger.unproved',
] as const
const hash = z.string().regex(/^0x[0-9a-f]{64}$/)

export const foundTransactions = {
  foundTransactions: endpoint({
    method: 'GET',
    path: '/blockchain/administrative/found-transactions',
    role: 'ROLE_ADMIN',
    permission: 'payments.read',
    summary:
      'Transactions of the hot wallet and the treasury that no operation of the books has, with their facts from the node and the withdrawals that they may be; what waits first',
    query: PageQuery,
    response: z.object({ results: z.array(FoundTransaction), total: z.int(), pagesNumber: z.int() }),
    errors: ['request.invalid', 'blockchain.unavailable'],
  }),
  bookFound: endpoint({
    method: 'POST',
    path: '/blockchain/administrative/found-transactions/:hash/book',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'crypto.found_booked',
    approval: 'four-eyes',
    idempotent: true,
    summary:
      'Book a transaction that no operation of the books has: as a withdrawal that was not sent, which it settles, or to suspense. Always by two officers: 202',
    stepUp: { binds: ['params.hash', 'body.target', 'body.withdrawalId', 'body.reason'] },
    params: z.object({ hash }),
    body: z.object({
      target: z.enum(FOUND_TARGETS),
      /** Only with `withdrawal`. */
      withdrawalId: z.uuid().nullable(),
      reason: plainLines(REASON_LENGTH),
    }),
    response: z.object({ hash: z.string(), target: z.enum(FOUND_TARGETS) }),
    errors: [...BOUND_BY_TWO, 'blockchain.unavailable', 'crypto.found_not_bookable', 'crypto.withdrawal_not_found'],
  }),
  settleFound: endpoint({
    method: 'POST',
    path: '/blockchain/administrative/found-transactions/:hash/settle',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'crypto.found_settled',
    approval: 'four-eyes',
    idempotent: true,
    summary:
      'Settle a transaction that was booked to suspense: with the customer whose it is, whose balance pays what left and gets what came, or with the platform. Always by two officers: 202',
    stepUp: { binds: ['params.hash', 'body.target', 'body.accountId', 'body.reason'] },
    params: z.object({ hash }),
    body: z.object({
      target: z.enum(SETTLEMENT_TARGETS),
      /** Only with `customer`. */
      accountId: z.uuid().nullable(),
      reason: plainLines(REASON_LENGTH),
    }),
    response: z.object({ hash: z.string(), target: z.enum(SETTLEMENT_TARGETS) }),
    errors: [
      ...BOUND_BY_TWO,
      'crypto.found_not_settleable',
      'crypto.found_customer_unknown',
      'crypto.found_balance_short',
      'ledger.asset_frozen',
    ],
  }),
}
