/**
 * On-chain token deposits (MON-05): a customer's deposit address, its deposits, and all their token movements. Additions to the
 * specification are marked "Extension".
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { ASSET_CODES } from './money.ts'

const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const instant = z.iso.datetime()

/**
 * - PENDING: in a block, with fewer confirmations than needed
 * - IN_REVIEW: received but not credited yet: monthly limit or verification. Retried automatically
 * - COMPLETED: in the balance
 * - BELOW_MINIMUM: too small to be credited alone; kept for the customer until small deposits of the asset reach the minimum together
 * - ORPHANED: dropped by a chain reorganisation; it may return
 * - DISPUTED: the same after it was credited; REVERSED: reversed by a compensating posting
 */
export const CRYPTO_DEPOSIT_STATES = [
  'PENDING', 'IN_REVIEW', 'COMPLETED', 'BELOW_MINIMUM', 'ORPHANED', 'DISPUTED', 'REVERSED',
] as const // biome-ignore format: one list
export type CryptoDepositState = (typeof CRYPTO_DEPOSIT_STATES)[number]

/**
 * - REQUESTED: held, and may be cancelled; IN_REVIEW: two officers review it; APPROVED: leaves as soon as nothing blocks it
 * - SIGNING: handed to the signer; SENT: on the network, or in a block with fewer confirmations than needed; CONFIRMED: paid
 * - UNDELIVERED: it was paid, and a reorganisation reversed that permanently: two officers return it or send it again
 * - REJECTED, FAILED, CANCELLED: returned to the balance
 */
export const CRYPTO_WITHDRAWAL_STATES = [
  'REQUESTED', 'IN_REVIEW', 'APPROVED', 'SIGNING', 'SENT', 'CONFIRMED', 'UNDELIVERED', 'REJECTED', 'FAILED', 'CANCELLED',
] as const // biome-ignore format: one list
export type CryptoWithdrawalState = (typeof CRYPTO_WITHDRAWAL_STATES)[number]
const CRYPTO_STATES = [...CRYPTO_DEPOSIT_STATES, ...CRYPTO_WITHDRAWAL_STATES] as const
export type CryptoState = (typeof CRYPTO_STATES)[number]

export const depositToken = z.object({
  asset: z.enum(ASSET_CODES),
  /** On-chain symbol: COPT is the peso's token. */
  symbol: z.string(),
  name: z.string(),
  contract: address,
  /** Decimal text: smaller deposits are kept, and credited when they add up to this. */
  minimum: z.string(),
})
export type DepositToken = z.output<typeof depositToken>

export const CryptoDepositAddress = z.object({
  address,
  /** Extension, with all fields below. */
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
  /** Network fee of a withdrawal, paid on top of the amount; a deposit is free. Decimal text. */
  fee: z.string(),
  /** Extension, with all fields below. */
  kind: z.enum(['DEPOSIT', 'WITHDRAWAL']),
  /** The customer's name for the destination address. */
  alias: z.string().nullable(),
  /** Internal transfer from or to another customer, off-chain. */
  internal: z.boolean(),
  /** Null before there is one, and permanently for a movement without the network. */
  transaction_hash: hash.nullable(),
  confirmations: z.int(),
  confirmations_needed: z.int(),
  cancellable: z.boolean(),
  /** Spanish sentence when it is not credited or was returned. */
  reason: z.string().nullable(),
})
export type CryptoTransaction = z.output<typeof CryptoTransaction>

export const CryptoTransactionPage = z.object({ results: z.array(CryptoTransaction), total: z.int(), pagesNumber: z.int() })

const ofUser = z.object({ userId: z.string().max(64) })
export const cryptoPage = z.object({
  /** Extension. */
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
    summary: "The caller's permanent address for ERC20 deposits; for verified customers only",
    params: ofUser,
    response: CryptoDepositAddress,
    errors: ['request.not_found', 'limits.not_verified', 'limits.blocked', 'limits.in_review', 'identity.consent_needed'],
  }),
  transactions: transactionsCall('/blockchain/users/:userId/transactions/all', 'Token movements of the caller, newest first'),
  deposits: transactionsCall('/blockchain/users/:userId/transactions/deposits', 'Token deposits of the caller, newest first'),
}
