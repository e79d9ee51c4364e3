/**
 * Tokens in by the chain: a customer's own deposit address, what came to it, and every token movement of theirs (MON-05). What the
 * specification does not name is marked "ours".
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { ASSET_CODES } from './money.ts'

const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const instant = z.iso.datetime()

/**
 * - PENDING: in a block, with fewer confirmations than needed
 * - IN_REVIEW: it came and is kept for the customer, who may not have it yet: limit of the month, verification. Tried again by itself
 * - COMPLETED: in the balance
 * - BELOW_MINIMUM: too little to be credited alone; kept for the customer until small deposits of the asset reach the minimum together
 * - ORPHANED: the chain reorganised and no longer has it; it may come again
 * - DISPUTED: the same after it was credited; REVERSED: taken back by a compensating posting
 */
export const CRYPTO_DEPOSIT_STATES = [
  'PENDING', 'IN_REVIEW', 'COMPLETED', 'BELOW_MINIMUM', 'ORPHANED', 'DISPUTED', 'REVERSED',
] as const // biome-ignore format: one list
export type CryptoDepositState = (typeof CRYPTO_DEPOSIT_STATES)[number]

/**
 * - REQUESTED: held, and may be called back; IN_REVIEW: two officers look at it; APPROVED: leaves as soon as nothing keeps it
 * - SIGNING: handed to the signer; SENT: on the network, or in a block with fewer confirmations than needed; CONFIRMED: paid
 * - UNDELIVERED: it was paid, and the chain took that back for good: two officers give it back or send it again
 * - REJECTED, FAILED, CANCELLED: given back
 */
export const CRYPTO_WITHDRAWAL_STATES = [
  'REQUESTED', 'IN_REVIEW', 'APPROVED', 'SIGNING', 'SENT', 'CONFIRMED', 'UNDELIVERED', 'REJECTED', 'FAILED', 'CANCELLED',
] as const // biome-ignore format: one list
export type CryptoWithdrawalState = (typeof CRYPTO_WITHDRAWAL_STATES)[number]
const CRYPTO_STATES = [...CRYPTO_DEPOSIT_STATES, ...CRYPTO_WITHDRAWAL_STATES] as const
export type CryptoState = (typeof CRYPTO_STATES)[number]

export const depositToken = z.object({
  asset: z.enum(ASSET_CODES),
  /** On the chain: COPT is the peso's token. */
  symbol: z.string(),
  name: z.string(),
  contract: address,
  /** Decimal text: less is kept, and credited when it adds up to this. */
  minimum: z.string(),
})
export type DepositToken = z.output<typeof depositToken>

export const CryptoDepositAddress = z.object({
  address,
  /** Ours, all below. */
  network: z.object({ name: z.string(), chainId: z.int() }),
  confirmationsNeeded: z.int(),
  tokens: z.array(depositToken),
})
export type CryptoDepositAddress = z.output<typeof CryptoDepositAddress>

export const CryptoTransaction = z.object({
  id: z.string(),
  created_at: instant,
  asset: z.enum(ASSET_CODES),
  /** Decimal text. */
  amount: z.string(),
  to_address: address,
  state: z.enum(CRYPTO_STATES),
  user_id: z.string(),
  /** What the customer pays the network for a withdrawal, on top of the amount; a deposit costs nothing. Decimal text. */
  fee: z.string(),
  /** Ours, all below. */
  kind: z.enum(['DEPOSIT', 'WITHDRAWAL']),
  /** The customer's own name of the address of a withdrawal. */
  alias: z.string().nullable(),
  /** From or to another customer, without the network. */
  internal: z.boolean(),
  /** Null before there is one, and for ever where the network is not used. */
  transaction_hash: hash.nullable(),
  confirmations: z.int(),
  confirmations_needed: z.int(),
  cancellable: z.boolean(),
  /** Spanish sentence when it is not credited, or was given back. */
  reason: z.string().nullable(),
})
export type CryptoTransaction = z.output<typeof CryptoTransaction>

export const CryptoTransactionPage = z.object({ results: z.array(CryptoTransaction), total: z.int(), pagesNumber: z.int() })

const ofUser = z.object({ userId: z.string().max(64) })
export const cryptoPage = z.object({
  /** Ours. */
  pageIndex: z.coerce.number().int().min(0).max(10_000).default(0),
  size: z.coerce.number().int().min(1).max(100).default(10),
})
const transactionsCall = <const P extends `/${string}`>(path: P, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    role: 'ROLE_USER',
    summary,
    params: ofUser,
    query: cryptoPage,
    response: CryptoTransactionPage,
    errors: ['request.invalid', 'request.not_found'],
  })

export const crypto = {
  depositAddress: endpoint({
    method: 'GET',
    path: '/blockchain/users/:userId/deposit/ERC20',
    role: 'ROLE_USER',
    summary: "The caller's own address for ERC20 deposits, for ever the same; only for who is verified",
    params: ofUser,
    response: CryptoDepositAddress,
    errors: ['request.not_found', 'limits.not_verified', 'limits.blocked', 'limits.in_review', 'identity.consent_needed'],
  }),
  transactions: transactionsCall('/blockchain/users/:userId/transactions/all', 'Token movements of the caller, newest first'),
  deposits: transactionsCall('/blockchain/users/:userId/transactions/deposits', 'Token deposits of the caller, newest first'),
}
