/** Integer arithmetic of prices: ratios of pools and routes, shares in parts per million, their decimal text. */
import type { Token } from '../../../chain/tokens.ts'

export const PPM = 1_000_000n

export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Price of a pool in base units of the outgoing token, for one of the incoming token. */
export function poolRatio(sqrtPriceX96: bigint, sellsToken0: boolean): Ratio {
  const [token1, token0] = [sqrtPriceX96 * sqrtPriceX96, 1n << 192n]
  return sellsToken0 ? { numerator: token1, denominator: token0 } : { numerator: token0, denominator: token1 }
}

export function multiply(ratios: readonly Ratio[]): Ratio {
  return ratios.reduce((a, b) => ({ numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator }), {
    numerator: 1n,
    denominator: 1n,
  })
}

/** Share that the pools take over all hops, in parts per million. Pool fees are in parts per million too. */
export function feePpm(fees: readonly number[]): bigint {
  const left = fees.reduce((kept, fee) => (kept * (PPM - BigInt(fee))) / PPM, 10n ** 18n)
  return divideUp((10n ** 18n - left) * PPM, 10n ** 18n)
}

export const addRatios = (one: Ratio, other: Ratio): Ratio => ({
  numerator: one.numerator * other.denominator + other.numerator * one.denominator,
  denominator: one.denominator * other.denominator,
})

/** Loss against this price, in parts per million of what it would give; never below zero. */
export function lossPpm(price: Ratio, amountIn: bigint, amountOut: bigint): bigint {
  const ideal = amountIn * price.numerator
  const shortfall = ideal - amountOut * price.denominator
  return shortfall <= 0n ? 0n : (shortfall * PPM) / ideal
}

/**
 * Deviation of the pools from the reference prices, in basis points. Prices are dollars for one whole token times 10^8; the market is
 * bought whole tokens for one sold.
 */
export function deviationBps(market: Ratio, usdOfSold: bigint, usdOfBought: bigint): bigint {
  const [actual, expected] = [market.numerator * usdOfBought, market.denominator * usdOfSold]
  const difference = actual > expected ? actual - expected : expected - actual
  return (difference * 10_000n) / expected
}

/** Decimal text with ten significant digits, rounded down. */
export function ratioText({ numerator, denominator }: Ratio, significantDigits = 10): string {
  const places = 36
  const scaled = ((numerator * 10n ** BigInt(places)) / denominator).toString()
  const cut = Math.max(0, scaled.length - significantDigits)
  const kept = scaled.slice(0, scaled.length - cut) + '0'.repeat(cut)
  const padded = kept.padStart(places + 1, '0')
  const fraction = padded.slice(-places).replace(/0+$/, '')
  return padded.slice(0, -places) + (fraction === '' ? '' : `.${fraction}`)
}

/** From base units to whole tokens. */
export function wholeTokens({ numerator, denominator }: Ratio, tokenIn: Token, tokenOut: Token): Ratio {
  return { numerator: numerator * 10n ** BigInt(tokenIn.decimals), denominator: denominator * 10n ** BigInt(tokenOut.decimals) }
}

/** `12345n` parts per million is `'1.2345'` percent. */
export function percentText(ppm: bigint): string {
  return ratioText({ numerator: ppm, denominator: 10_000n })
}

export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
