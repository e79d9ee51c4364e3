/** Balances of a person and their value in pesos (MON-01, MON-02). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { ASSETS, type AssetCode, assetCode, copAmount, parseUnits } from './money.ts'

/** The amount's scale depends on the row's asset, so rows carry text; `balanceUnits` gives the base units. */
const amountText = z.string().meta({ examples: ['0.015'] })
/** Base units of an amount in a row, for example cents or satoshi. */
export const balanceUnits = (asset: AssetCode, amount: string): bigint => parseUnits(amount, ASSETS[asset].scale) ?? 0n

const price = z.object({
  cop: z.string().meta({ description: 'Pesos for one unit' }),
  source: z.string(),
  at: z.iso.datetime(),
  isStale: z.boolean(),
})

export const BalanceRow = z.object({
  asset: assetCode,
  assetName: z.string(),
  /** Path on the product's own origin. */
  assetIcon: z.string(),
  /** Total: `available` + `held`. */
  amount: amountText,
  available: amountText,
  /** Held for pending withdrawals and trades. */
  held: amountText,
  /** Null without a reliable price; never shown as zero. */
  valueCop: copAmount.nullable(),
  /** `'33.33%'` of the total in pesos; the shares of all rows add up to 100.00 %. Null when the total is not known. */
  percentage: z.string().nullable(),
  /** Null for COP itself, and while the asset has no reliable price. */
  price: price.nullable(),
})
export type BalanceRow = z.output<typeof BalanceRow>

export const BalanceTotal = z.object({
  /** Null while an asset of the person cannot be valued. */
  totalCop: copAmount.nullable(),
  /** Sum of the assets that can be valued. */
  knownCop: copAmount,
  withoutPrice: z.array(assetCode),
  /** Time of the oldest price used; null without one. */
  pricedAt: z.iso.datetime().nullable(),
  /**
   * Market change in 24 hours of the current holdings: value now less the same amounts at the prices of 24 hours ago. Deposits and
   * withdrawals are neither a gain nor a loss. Null while a price is missing.
   */
  dayChange: z.object({ cop: copAmount, percentage: z.string().meta({ examples: ['-1.25%'] }) }).nullable(),
})
export type BalanceTotal = z.output<typeof BalanceTotal>

export const VALUE_PERIODS = ['day', 'week', 'month', 'year'] as const
export type ValuePeriod = (typeof VALUE_PERIODS)[number]

export const ValueHistory = z.object({
  period: z.enum(VALUE_PERIODS),
  /** Oldest first, equally spaced; the last one is now. Without a value where a held asset had no price. */
  points: z.array(z.object({ at: z.iso.datetime(), valueCop: copAmount.nullable() })),
})
export type ValueHistory = z.output<typeof ValueHistory>

export const wallets = {
  balances: endpoint({
    method: 'GET',
    path: '/virtual-ledger/balances/users',
    role: 'ROLE_USER',
    summary: "The caller's balances: COP, BTC, USDT, in this order",
    response: z.array(BalanceRow),
    errors: ['identity.not_signed_in'],
  }),
  total: endpoint({
    method: 'GET',
    path: '/virtual-ledger/balances/users/total',
    role: 'ROLE_USER',
    summary: "The caller's balances valued in pesos",
    response: BalanceTotal,
    errors: ['identity.not_signed_in'],
  }),
  value: endpoint({
    method: 'GET',
    path: '/virtual-ledger/balances/users/value',
    role: 'ROLE_USER',
    summary: "Value of the caller's balances in pesos over time, at the prices of each moment",
    query: z.object({ period: z.enum(VALUE_PERIODS).default('month') }),
    response: ValueHistory,
    errors: ['identity.not_signed_in', 'request.invalid'],
  }),
}
