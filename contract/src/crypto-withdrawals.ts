/**
 * Tokens out by the chain (MON-07): what it costs, asking for it, following it, calling it back. Amounts are decimal text of the asset.
 * What the specification does not name is marked "ours".
 */
import * as z from 'zod'
import { CryptoTransaction, CryptoTransactionPage, cryptoPage } from './crypto.ts'
import { ADDRESS_REFUSED } from './crypto-addresses.ts'
import { endpoint } from './endpoint.ts'
import { ASSET_CODES, ASSETS, type AssetCode, decimalAmount } from './money.ts'

export const CryptoWithdrawal = CryptoTransaction.extend({
  /** Oldest first. */
  timeline: z.array(z.object({ state: z.string(), at: z.iso.datetime(), note: z.string().nullable() })),
  /** Pesos it was worth when it was asked for. */
  value_cop: z.string(),
  /** Why it has not left although it may: paused, a recent change of the account, the books, the network, or too few tokens in the hot wallet. */
  waiting: z.enum(['paused', 'on_hold', 'frozen', 'network', 'tokens']).nullable(),
})
export type CryptoWithdrawal = z.output<typeof CryptoWithdrawal>

export const CryptoWithdrawalCost = z.object({
  asset: z.enum(ASSET_CODES),
  /** What the customer pays the network, in the asset and in pesos; `transfer` charges exactly this when it is sent along. */
  fee: z.string(),
  fee_cop: z.string(),
  minimum: z.string(),
  /** With its fee, from this amount on two officers look at it first: of the first one of a customer earlier. Other reasons are not told before. */
  review_from: z.string(),
  confirmations_needed: z.int(),
  /** The address is of another customer: the tokens move inside, at once, and cost nothing. */
  internal: z.boolean(),
  /** Nothing leaves at present. */
  paused: z.boolean(),
})
export type CryptoWithdrawalCost = z.output<typeof CryptoWithdrawalCost>

const recipient = z.string().max(80)

/** A fee above this share of the amount has to be confirmed by typing it. */
export const LARGE_FEE_PERCENT = 20
/** In base units of one asset. The same rule for the browser and the server. */
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
  'pricing.price_stale',
  'pricing.price_unavailable',
  'blockchain.unavailable',
  'limits.not_verified',
  'limits.blocked',
  // Also for an address of a list: the answer tells nothing of it.
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
      /** Ours: the network's fee as it was shown. Without it the fee of the moment is charged. */
      fee: decimalAmount(ASSETS[asset].scale).optional(),
      /** Ours: the network's fee as the person typed it. Required for a large fee (`LARGE_FEE_PERCENT` of the amount); no other fee is then charged. */
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
    summary: 'Ours: what a withdrawal of tokens costs now, and where it would go',
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
    summary: 'Ours: one withdrawal of the caller with its steps',
    params: ofWithdrawal,
    response: CryptoWithdrawal,
    errors: ['crypto.withdrawal_not_found'],
  }),
  cancelWithdrawal: endpoint({
    method: 'POST',
    path: '/blockchain/transfer/:id/cancel',
    role: 'ROLE_USER',
    summary: 'Ours: cancel a withdrawal that was not handed to the network yet; safe to repeat',
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
