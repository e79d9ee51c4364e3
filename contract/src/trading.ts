/** Exchange (Intercambio): quotes, trades and their history (EX-06, EX-08). Names on the wire are the specification's. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { amountText } from './money.ts'
import { ImpactLevel } from './price-impact.ts'

/** Position in `/blockchain/assets`; queries carry it as text. Other values are refused: `null` or `''` would become 0, the peso. */
const tokenId = z.codec(
  z.union([z.int(), z.string().regex(/^\d{1,3}$/)]).meta({ type: 'integer', examples: [0, 30, 31] }),
  z.int().min(0).max(999),
  { decode: Number, encode: (id) => id },
)
/** A share, not an amount. As a number it has six decimals at most, which a float of this size represents exactly. */
const slippageText = z.codec(
  z
    .union([z.string().max(80), z.number().refine((share) => /^\d{1,2}(\.\d{1,6})?$/.test(String(share)))])
    .meta({ type: 'string', examples: ['0.005'] }),
  z.string(),
  { decode: String, encode: (text) => text },
)
const decimalText = z.string().meta({ examples: ['0.00131'] })
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** `input`: the amount is the sold one. `output`: the amount is the bought one. */
export const TradeType = z.enum(['input', 'output'])
export type TradeType = z.output<typeof TradeType>

export const Hop = z.object({
  pool: address,
  token_in: z.string(),
  token_out: z.string(),
  /** `'0.05'` is 0,05 %. */
  fee_percent: decimalText,
})
export type Hop = z.output<typeof Hop>

/** One route of a swap. A swap has one, or two without a common pool, executed in one transaction; the larger share is first. */
export const SwapRoute = z.object({
  /** Share of the sold amount, `'0.6'` is 60 %; the shares of a swap add up to 1. */
  share: decimalText,
  hops: z.array(Hop),
  /** Whole tokens sold and bought on this route, before the network and the platform fee. */
  amount_in: decimalText,
  amount_out: decimalText,
})
export type SwapRoute = z.output<typeof SwapRoute>

export const Quote = z.object({
  /** Whole tokens bought. */
  expected_output: decimalText,
  /** Whole tokens sold. */
  input_amount: decimalText,
  /** Paid by the customer: already deducted from the bought amount in the figures above and below. */
  network_fee_usd: decimalText,
  /** Extension: the same in tokens bought, and in pesos. */
  network_fee: decimalText,
  network_fee_cop: decimalText,
  /**
   * Extension: platform fee in tokens bought, a share of the bought amount: already deducted in the figures above and below. And its rate,
   * `'0.25'` is 0,25 %.
   */
  house_fee: decimalText,
  house_fee_percent: decimalText,
  /** Contract addresses along the first route, first sold, last bought. */
  path: z.array(address),
  /** Hops of the first route. */
  hops: z.array(Hop),
  /** Extension: one or two routes with their share. */
  routes: z.array(SwapRoute),
  /** Pool fees over all hops, weighted by the shares of the routes. */
  liquidity_fee_percent: decimalText,
  /** Price disadvantage against the market at this size, without fees. */
  price_impact_percent: decimalText,
  /** Extension: whether a trade with this impact needs `acceptedImpactPercent`, or is refused. */
  price_impact_level: ImpactLevel,
  /** Bought tokens for one sold, before fees and impact. */
  market_price: decimalText,
  /** Bought tokens for one sold, as quoted. */
  price: decimalText,
  /** Minimum bought amount; for `output` it is the requested amount. */
  minimum_received: decimalText,
  /** Maximum sold amount; for `input` it is the requested amount. */
  maximum_sold: decimalText,
  /**
   * A trade that sells less is refused, at the latest when its network fee would be more than half of the bought amount; its price is
   * nevertheless quoted.
   */
  minimum_trade: decimalText,
  slippage_percent: decimalText,
  quote_id: z.string(),
  expires_at: z.iso.datetime(),
})
export type Quote = z.output<typeof Quote>

/** pending: funds held · sent: submitted to the chain · confirming: in a block · settled: done · refunded: reverted, funds returned. */
export const TradeState = z.enum(['pending', 'sent', 'confirming', 'settled', 'refunded'])
export type TradeState = z.output<typeof TradeState>

export const Trade = z.object({
  id: z.uuid(),
  trade_type: TradeType,
  token_in: z.number().int(),
  token_out: z.number().int(),
  symbol_in: z.string(),
  symbol_out: z.string(),
  /** Executed amount once settled; before that, the requested or expected one. */
  amount_in: decimalText,
  amount_out: decimalText,
  minimum_received: decimalText,
  maximum_sold: decimalText,
  /** Bought tokens for one sold, as executed; null until settled. */
  executed_price: decimalText.nullable(),
  /** Network fee in USD as quoted, paid by the customer; zero when the trade is refunded. */
  fee: decimalText,
  /** Extension: the same in tokens bought; `amount_out` is net of it. */
  network_fee: decimalText,
  /** Extension: platform fee of the quote, in tokens bought; `amount_out` is net of it. */
  house_fee: decimalText,
  state: TradeState,
  confirmations: z.number().int(),
  confirmations_needed: z.number().int(),
  transaction_hash: z.string().nullable(),
  /**
   * Extension: routes of the swap; amounts as executed once settled, before that as priced when it was placed. Empty for trades from before
   * routes were stored.
   */
  routes: z.array(SwapRoute),
  created_at: z.iso.datetime(),
  settled_at: z.iso.datetime().nullable(),
})
export type Trade = z.output<typeof Trade>

export const TokenBalance = z.object({
  id: z.number().int(),
  symbol: z.string(),
  name: z.string(),
  decimals: z.number().int(),
  image: z.string(),
  address: address.nullable(),
  /** Amount that the caller can trade now, whole tokens. */
  balance: decimalText,
  listed: z.boolean(),
})
export type TokenBalance = z.output<typeof TokenBalance>

const tradeCommon = {
  tokenIn: tokenId,
  tokenOut: tokenId,
  /** Accepted for old callers; the server computes the route. */
  path: z.array(z.string().max(80)).max(8).optional(),
  /** With it the limit is the one of that quote; without it, of a new quote with the slippage below. */
  quoteId: z.string().max(1_000).optional(),
  slippage: slippageText.optional(),
  /** Whole per cent of price impact that the person accepted by typing it; it covers an impact below the next whole per cent. */
  acceptedImpactPercent: z.int().min(0).max(100).optional(),
}

export const trading = {
  quote: endpoint({
    method: 'GET',
    path: '/blockchain/quote',
    role: 'ROLE_USER',
    summary: 'Best price over all routes of up to three pools, or over two of them. Token ids: see /blockchain/assets',
    allowance: 'quote',
    query: z.object({
      inputToken: tokenId,
      outputToken: tokenId,
      amount: amountText,
      tradeType: TradeType,
      /** A fraction up to 0.05 (0.005 is 0.5 %) or, above that, a percentage up to 5. */
      slippage: slippageText.default('0.005'),
    }),
    response: Quote,
    errors: [
      'trading.token_unknown',
      'trading.same_token',
      'trading.amount_invalid',
      'trading.amount_below_minimum',
      'trading.slippage_out_of_range',
      'trading.no_route',
      'blockchain.unavailable',
    ],
  }),
  trade: endpoint({
    method: 'POST',
    path: '/blockchain/trade',
    role: 'ROLE_USER',
    money: true,
    summary: 'Swap: holds what is sold and sends it to the market with the limit enforced on chain',
    body: z.discriminatedUnion('tradeType', [
      z.object({ tradeType: z.literal('input'), ...tradeCommon, amountIn: amountText }),
      z.object({ tradeType: z.literal('output'), ...tradeCommon, amountOut: amountText, amountInMaximum: amountText.optional() }),
    ]),
    response: Trade,
    errors: [
      'trading.token_unknown',
      'trading.same_token',
      'trading.amount_invalid',
      'trading.amount_below_minimum',
      'trading.slippage_out_of_range',
      'trading.no_route',
      'trading.price_moved',
      'trading.network_fee_too_high',
      'trading.price_impact_too_high',
      'trading.price_impact_not_accepted',
      'trading.too_many_open',
      'trading.too_many_reverts',
      'trading.quote_expired',
      'trading.path_not_offered',
      'trading.halted',
      'trading.funds_on_the_way',
      'trading.network_unpaid',
      'trading.network_expensive',
      'request.number_not_exact',
      'ledger.insufficient_funds',
      'ledger.unproved',
      'ledger.asset_frozen',
      'limits.blocked',
      'limits.in_review',
      'limits.not_verified',
      'identity.consent_needed',
      'request.duplicate',
      'request.idempotency_key_reused',
      'blockchain.unavailable',
    ],
  }),
  trades: endpoint({
    method: 'GET',
    path: '/blockchain/trades',
    role: 'ROLE_USER',
    summary: "The caller's trades, newest first",
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50), before: z.uuid().optional() }),
    response: z.array(Trade),
    errors: [],
  }),
  tradeById: endpoint({
    method: 'GET',
    path: '/blockchain/trades/:id',
    role: 'ROLE_USER',
    summary: 'One trade of the caller, for its progress',
    params: z.object({ id: z.uuid() }),
    response: Trade,
    errors: ['trading.trade_not_found'],
  }),
  balancesOf: endpoint({
    method: 'GET',
    path: '/blockchain/balances-of',
    role: 'ROLE_USER',
    summary: "All tokens by their stable position, with the caller's balances",
    response: z.array(TokenBalance),
    errors: [],
  }),
}
