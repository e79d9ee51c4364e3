/**
 * Platform fee of an exchange: rates by pair and by 30-day volume, in basis points of the bought amount. Used by the server and by screens
 * that preview a change.
 */
import * as z from 'zod'
import { ASSET_CODES, type AssetCode } from './money.ts'

/** A pair is the same in both directions. */
export const FEE_PAIRS = ['BTC-COP', 'COP-USDT', 'BTC-USDT'] as const
export type FeePair = (typeof FEE_PAIRS)[number]

/** 300 is 3 %: a higher value would be a mistake. */
export const FEE_BPS_MAX = 300
export const FEE_TIERS_MAX = 5
export const FEE_VOLUME_DAYS = 30
export const BPS = 10_000n
const CENTS = 100n

const bps = z.int().min(0).max(FEE_BPS_MAX)
export const FeeTier = z.object({
  /** Whole pesos exchanged in the last thirty days from which the tier applies. */
  fromCop: z.string().regex(/^(0|[1-9]\d{0,14})$/),
  /** Rate of an order that takes liquidity from the pools: every order does. */
  takerBps: bps,
  /** Rate of an order that would rest in an order book: reserved. */
  makerBps: bps,
})
export type FeeTier = z.output<typeof FeeTier>

/** The first tier starts at zero, each other one above the one before. */
const FeeTiers = z
  .array(FeeTier)
  .min(1)
  .max(FEE_TIERS_MAX)
  .refine(
    (tiers) =>
      tiers[0]?.fromCop === '0' && tiers.every(({ fromCop }, i) => i === 0 || BigInt(fromCop) > BigInt(tiers[i - 1]?.fromCop ?? 0)),
  )

export const FeeRates = z.object({ 'BTC-COP': FeeTiers, 'COP-USDT': FeeTiers, 'BTC-USDT': FeeTiers })
export type FeeRates = z.output<typeof FeeRates>

const NOTHING: FeeTier = { fromCop: '0', takerBps: 0, makerBps: 0 }
/** First version: no platform fee. */
export const FIRST_FEE_RATES: FeeRates = { 'BTC-COP': [NOTHING], 'COP-USDT': [NOTHING], 'BTC-USDT': [NOTHING] }

export function pairOf(one: AssetCode, other: AssetCode): FeePair {
  const found = FEE_PAIRS.find((pair) => pair === [one, other].sort().join('-'))
  if (!found) throw new Error(`no pair of ${one} and ${other} among ${ASSET_CODES.join(', ')}`)
  return found
}

/** The highest tier that the volume reaches. */
export const tierFor = (tiers: readonly FeeTier[], volumeCopCents: bigint): FeeTier =>
  tiers.findLast(({ fromCop }) => BigInt(fromCop) * CENTS <= volumeCopCents) ?? NOTHING

/** Fee on the bought amount, in its base units; rounded up, so the platform gains less than one unit. */
export const feeOf = (bought: bigint, takerBps: number): bigint => (bought * BigInt(takerBps) + BPS - 1n) / BPS

/** Amount to buy so that `wanted` remains after the fee; rounded up, less than one unit. */
export const boughtWithFee = (wanted: bigint, takerBps: number): bigint => {
  const kept = BPS - BigInt(takerBps)
  return (wanted * BPS + kept - 1n) / kept
}
