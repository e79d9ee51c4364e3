/**
 * Tokens in by the chain: a customer's own deposit address and what came to it (MON-05). What the specification does not name is marked
 * "ours".
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
 * - BELOW_MINIMUM: too little to be credited
 * - ORPHANED: the chain reorganised and no longer has it; it may come again
 * - DISPUTED: the same after it was credited; REVERSED: taken back by a compensating posting
 */
export const CRYPTO_DEPOSIT_STATES = [
  'PENDING', 'IN_REVIEW', 'COMPLETED', 'BELOW_MINIMUM', 'ORPHANED', 'DISPUTED', 'REVERSED',
] as const // biome-ignore format: one list
export type CryptoDepositState = (typeof CRYPTO_DEPOSIT_STATES)[number]

export const depositToken = z.object({
  asset: z.enum(ASSET_CODES),
  /** On the chain: COPT is the peso's token. */
  symbol: z.string(),
  name: z.string(),
  contract: address,
  /** Decimal text: less is not credited. */
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
  state: z.enum(CRYPTO_DEPOSIT_STATES),
  user_id: z.string(),
  /** What the customer pays for it: nothing. */
  fee: z.string(),
  /** Ours, all below. */
  kind: z.literal('DEPOSIT'),
  transaction_hash: hash,
  confirmations: z.int(),
  confirmations_needed: z.int(),
  /** Spanish sentence when it is not credited. */
  reason: z.string().nullable(),
})
export type CryptoTransaction = z.output<typeof CryptoTransaction>

export const CryptoTransactionPage = z.object({ results: z.array(CryptoTransaction), total: z.int(), pagesNumber: z.int() })

const ofUser = z.object({ userId: z.string().max(64) })
const page = z.object({
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
    query: page,
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
