/**
 * On-chain token withdrawals (MON-07): quote, request, tracking and cancellation. Amounts are decimal text of the asset.
 * Additions to the specification are marked "Extension".
 */
import * as z from 'zod'
import { CryptoTransaction, CryptoTransactionPage, cryptoPage } from './crypto.ts'
import { ADDRESS_REFUSED } from './crypto-addresses.ts'
import { endpoint } from './endpoint.ts'
import { ASSET_CODES, ASSETS, type AssetCode, decimalAmount } from './money.ts'
import { PRICE_REFUSALS } from './pricing.ts'

export const CryptoWithdrawal = CryptoTransaction.extend({
  /** Oldest first. */
  timeline: z.array(z.object({ state: z.string(), at: z.iso.datetime(), note: z.string().nullable() })),
  /** Value in pesos at the time of the request. */
  value_cop: z.string(),
  /**
   * Why an approved withdrawal has not left: paused, a recent change of the account, the ledger, the network, or too few tokens in the hot
   * wallet.
   */
  waiting: z.enum(['paused', 'on_hold', 'frozen', 'network', 'tokens']).nullable(),
})
export type CryptoWithdrawal = z.output<typeof CryptoWithdrawal>

export const CryptoWithdrawalCost = z.object({
  asset: z.enum(ASSET_CODES),
  /** Network fee of the customer, in the asset and in pesos; `transfer` charges exactly this when it is sent along. */
  fee: z.string(),
  fee_cop: z.string(),
  minimum: z.string(),
  /**
   * Amount, with its fee, from which two officers review it; lower for a customer's first one. Other reasons are not disclosed in advance.
   */
  review_from: z.string(),
  confirmations_needed: z.int(),
  /** The address belongs to another customer: an internal transfer, immediate and free. */
  internal: z.boolean(),
  /** True while all withdrawals are paused. */
  paused: z.boolean(),
})
export type CryptoWithdrawalCost = z.output<typeof CryptoWithdrawalCost>

const recipient = z.string().max(80)

/** A fee above this share of the amount must be confirmed by typing it. */
export const LARGE_FEE_PERCENT = 20
/** Amounts in base units of one asset. The browser and the server share this rule. */
export const isLargeFee = (fee: bigint, amount: bigint): boolean => fee * 100n > amount * BigInt(LARGE_FEE_PERCENT)

const TRANSFER_ERRORS = [
  'request.invalid',
  'request.number_not_exact',
  'request.duplicate',
  'request.idempotency_key_invalid',
  'request.idempotency_key_reused',
  'identity.step_up_required',
  'identity.step_up_invalid',
  ...ADDRESS_REFUSED,
  'crypto.address_not_found',
  'crypto.address_on_hold',
  'crypto.amount_below_minimum',
  'crypto.fee_changed',
  'crypto.fee_unconfirmed',
  'crypto.withdrawals_paused',
  'crypto.network_unpaid',
  ...PRICE_REFUSALS,
  'pricing.price_unavailable',
  'blockchain.unavailable',
  'limits.not_verified',
  'limits.blocked',
  // Used for a listed address too, so that the answer does not tip off the customer.
  'limits.in_review',
  'limits.monthly_exceeded',
  'limits.withdrawals_on_hold',
  'ledger.insufficient_funds',
  'ledger.unproved',
  'ledger.asset_frozen',
] as const

/** One call for each token, since each has its own decimals. */
const transferOf = <const P extends `/${string}`>(path: P, asset: AssetCode) =>
  endpoint({
    method: 'POST',
    path,
    role: 'ROLE_USER',
    money: true,
    summary: `Withdraw ${asset} to a saved address: held at once, sent once, settled after the confirmations or given back`,
    stepUp: { binds: ['body.amount', 'body.recipient', 'body.fee', 'body.confirmed_fee'] },
    body: z.object({
      amount: decimalAmount(ASSETS[asset].scale),
      recipient,
      /** Extension: the network fee as shown. Without it the current fee is charged. */
      fee: decimalAmount(ASSETS[asset].scale).optional(),
      /**
       * Extension: the network fee as the person typed it. Required for a large fee (`LARGE_FEE_PERCENT` of the amount); no other fee is
       * then charged.
       */
      confirmed_fee: decimalAmount(ASSETS[asset].scale).optional(),
    }),
    response: CryptoWithdrawal,
    errors: TRANSFER_ERRORS,
  })

const ofWithdrawal = z.object({ id: z.string().max(64) })

export const cryptoWithdrawals = {
  cost: endpoint({
    method: 'GET',
    path: '/blockchain/transfer/cost',
    role: 'ROLE_USER',
    summary: 'Extension: current cost of a token withdrawal, and its destination',
    query: z.object({ asset: z.enum(ASSET_CODES), recipient: recipient.optional() }),
    response: CryptoWithdrawalCost,
    errors: ['request.invalid', 'blockchain.unavailable', ...ADDRESS_REFUSED],
  }),
  transferCOPT: transferOf('/blockchain/transfer/COPT', 'COP'),
  transferUSDT: transferOf('/blockchain/transfer/USDT', 'USDT'),
  transferBTC: transferOf('/blockchain/transfer/BTC', 'BTC'),
  withdrawal: endpoint({
    method: 'GET',
    path: '/blockchain/transfer/:id',
    role: 'ROLE_USER',
    summary: 'Extension: one withdrawal of the caller with its steps',
    params: ofWithdrawal,
    response: CryptoWithdrawal,
    errors: ['crypto.withdrawal_not_found'],
  }),
  cancelWithdrawal: endpoint({
    method: 'POST',
    path: '/blockchain/transfer/:id/cancel',
    role: 'ROLE_USER',
    summary: 'Extension: cancel a withdrawal that was not submitted to the network yet; idempotent',
    params: ofWithdrawal,
    response: CryptoWithdrawal,
    errors: ['crypto.withdrawal_not_found', 'crypto.withdrawal_not_cancellable'],
  }),
  withdrawals: endpoint({
    method: 'GET',
    path: '/blockchain/users/:userId/transactions/withdrawals',
    role: 'ROLE_USER',
    owner: 'userId',
    summary: 'Token withdrawals of the caller, newest first',
    params: z.object({ userId: z.string().max(64) }),
    query: cryptoPage,
    response: CryptoTransactionPage,
    errors: ['request.invalid', 'request.not_found'],
  }),
}
