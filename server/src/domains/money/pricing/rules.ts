/** Rules for joining candles. Prices are times 10^8; no floats. */
import type { CandleInterval, Pair } from '@tunjo/contract/pricing'
import { isOlderThan, ordered } from './deviation.ts'
import type { CandlePeriod, StoredCandle } from './types.ts'

const MINUTE_MS = 60_000

export const PERIOD_MS: Record<CandlePeriod, number> = { '1m': MINUTE_MS, '1h': 60 * MINUTE_MS, '1d': 1440 * MINUTE_MS }

/** Retention of stored candles: enough for 500 of the longest interval that is built from them. */
export const KEPT_FOR_MS: Record<CandlePeriod, number> = {
  '1m': 7 * PERIOD_MS['1d'],
  '1h': 120 * PERIOD_MS['1d'],
  '1d': 1_100 * PERIOD_MS['1d'],
}

export const INTERVALS: Record<CandleInterval, { period: CandlePeriod; count: number }> = {
  '1m': { period: '1m', count: 1 },
  '5m': { period: '1m', count: 5 },
  '15m': { period: '1m', count: 15 },
  '1h': { period: '1h', count: 1 },
  '4h': { period: '1h', count: 4 },
  '1d': { period: '1d', count: 1 },
}

/** Start of the candle that contains an instant, in UTC like the exchanges. */
export function candleStart(at: Date, period: CandlePeriod, count = 1): Date {
  const lengthMs = PERIOD_MS[period] * count
  return new Date(Math.floor(at.getTime() / lengthMs) * lengthMs)
}

/** Join candles into longer ones; input and output are oldest first. */
export function joinCandles(candles: readonly StoredCandle[], interval: CandleInterval): StoredCandle[] {
  const { period, count } = INTERVALS[interval]
  const joined: StoredCandle[] = []
  for (const candle of candles) {
    const openAt = candleStart(candle.openAt, period, count)
    const last = joined.at(-1)
    if (last?.openAt.getTime() === openAt.getTime()) joined[joined.length - 1] = join(last, candle)
    else joined.push({ ...candle, openAt })
  }
  return joined
}

function join(first: StoredCandle, next: StoredCandle): StoredCandle {
  return { ...first, high: ordered(first.high, next.high)[1], low: ordered(first.low, next.low)[0], close: next.close }
}

/** Rounded down: the remainder is below a hundred-millionth of a peso. */
export function multiplyPrices(a: bigint, b: bigint): bigint {
  return (a * b) / 10n ** 8n
}

export function isPair(text: string, pairs: readonly Pair[]): text is Pair {
  return pairs.some((pair) => pair === text)
}

/** Shortest candle period that is still stored for all of the instants. */
export function periodFor(instants: readonly Date[], now: Date): '1h' | '1d' {
  return instants.some((at) => isOlderThan(at, now, KEPT_FOR_MS['1h'])) ? '1d' : '1h'
}
