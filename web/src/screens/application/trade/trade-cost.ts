/** Total cost of a swap against the market: pool fees, network fee, and price impact. */
import type { Quote } from '@tunjo/contract/trading'
import { unitsOf } from '../../../parts/price-figures.ts'

/** Holds every token's decimals and every price. */
const SCALE = 18
const ONE = 10n ** BigInt(SCALE)
const CENTS_SCALE = 2
const TO_CENTS = 10n ** BigInt(SCALE - CENTS_SCALE)
const HUNDREDTHS_OF_PERCENT = 10_000n

/** Dollars for one whole token, decimal text. */
export interface Prices {
  bought: string
  cop: string
}

export interface TradeCost {
  /** Cents of pesos, rounded up. */
  cop: bigint
  /** Hundredths of a per cent of what the market would give, rounded up. */
  percentHundredths: bigint
}

/** Null without a market price to compare with. A trade that is better than the market costs nothing. */
export function costOf(quote: Pick<Quote, 'input_amount' | 'expected_output' | 'market_price'>, prices: Prices): TradeCost | null {
  const atMarket = (units(quote.input_amount) * units(quote.market_price)) / ONE
  const cop = units(prices.cop)
  if (atMarket === 0n || cop === 0n) return null
  const missing = atMarket - units(quote.expected_output)
  if (missing <= 0n) return { cop: 0n, percentHundredths: 0n }
  return {
    cop: dividedUp(missing * units(prices.bought), cop * TO_CENTS),
    percentHundredths: dividedUp(missing * HUNDREDTHS_OF_PERCENT, atMarket),
  }
}

/** Value in cents of pesos of an amount of base units; null while a price is missing. */
export function pesosOf(amount: bigint, decimals: number, usd: string, copUsd: string): bigint | null {
  const cop = units(copUsd)
  return cop === 0n ? null : (amount * units(usd) * 10n ** BigInt(CENTS_SCALE)) / (cop * 10n ** BigInt(decimals))
}

/** Base units of a token that cost these cents of pesos, rounded down; null while a price is missing. */
export function amountOfPesos(cents: bigint, decimals: number, usd: string, copUsd: string): bigint | null {
  const price = units(usd) * 10n ** BigInt(CENTS_SCALE)
  return price === 0n ? null : (cents * units(copUsd) * 10n ** BigInt(decimals)) / price
}

const units = (text: string): bigint => unitsOf(text, SCALE)
const dividedUp = (of: bigint, by: bigint): bigint => (of + by - 1n) / by
