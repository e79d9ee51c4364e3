/**
 * Prices of the two cards of the home page: 1 BTC is its price in USDT times the pesos of one USDT; 1 USDT is the pesos themselves
 * (MON-02).
 */
import { multiplyDivide } from '@tunjo/contract/money'
import { type PairPrice, PRICE_SCALE } from '@tunjo/contract/pricing'

export interface CardPrice {
  cents: bigint
  sources: readonly PairPrice['source'][]
  /** Age of the oldest price used. */
  ageMs: number
  stale: boolean
}

const CENTS_SCALE = 2

export function bitcoinInCop(bitcoin: PairPrice, dollar: PairPrice): CardPrice {
  const divisor = 10n ** BigInt(2 * PRICE_SCALE - CENTS_SCALE)
  return {
    cents: multiplyDivide(bitcoin.price, dollar.price, divisor),
    sources: [...new Set([bitcoin.source, dollar.source])],
    ageMs: Math.max(bitcoin.ageMs, dollar.ageMs),
    stale: bitcoin.stale || dollar.stale,
  }
}

export function dollarInCop({ price, source, ageMs, stale }: PairPrice): CardPrice {
  return { cents: price / 10n ** BigInt(PRICE_SCALE - CENTS_SCALE), sources: [source], ageMs, stale }
}
