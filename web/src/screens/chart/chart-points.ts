/** Candles for the chart of two tokens, and the drawn points. Numbers here only become pixels; no payment uses them. */
import { type Candle, type CandleInterval, type Pair, PRICE_SCALE } from '@tunjo/contract/pricing'
import { isBase } from '../../parts/price-figures.ts'

/** Range, and duration of each candle; `count` candles cover the range. */
export const RANGES = {
  day: { interval: '15m', count: 96 },
  week: { interval: '1h', count: 168 },
  month: { interval: '4h', count: 180 },
  year: { interval: '1d', count: 365 },
} as const satisfies Record<string, { interval: CandleInterval; count: number }>
export type RangeName = keyof typeof RANGES

export interface ChartPoint {
  /** Seconds since 1970, UTC. */
  time: number
  /** Times 10^8. Only `close` is known where two prices are multiplied: their highs need not be at the same time. */
  open: bigint | null
  high: bigint | null
  low: bigint | null
  close: bigint
}

export interface ChartPair {
  base: string
  quote: string
  /** One pair, or two whose product is the price. */
  pairs: readonly [Pair] | readonly [Pair, Pair]
}

const PAIRS_OF: Record<string, ChartPair['pairs']> = {
  'BTC USDT': ['BTCUSDT'],
  'USDT COP': ['COPUSDT'],
  'BTC COP': ['BTCUSDT', 'COPUSDT'],
}

/** Null without prices of the two. */
export function chartPair(symbolA: string, symbolB: string): ChartPair | null {
  const [base, quote] = isBase(symbolA, symbolB) ? [symbolA, symbolB] : [symbolB, symbolA]
  const pairs = PAIRS_OF[`${base} ${quote}`]
  return pairs ? { base, quote, pairs } : null
}

export function candlePoints(candles: readonly Candle[]): ChartPoint[] {
  return candles.map(({ at, ...prices }) => ({ time: secondsOf(at), ...prices }))
}

/** Product of two prices at the close of each candle of the first; of the second, the last one known by then. */
export function productPoints(first: readonly Candle[], second: readonly Candle[]): ChartPoint[] {
  let next = 0
  let known: bigint | null = null
  const points: ChartPoint[] = []
  for (const { at, close } of first) {
    for (let candle = second[next]; candle && secondsOf(candle.at) <= secondsOf(at); candle = second[next]) {
      known = candle.close
      next += 1
    }
    if (known !== null)
      points.push({ time: secondsOf(at), open: null, high: null, low: null, close: (close * known) / 10n ** BigInt(PRICE_SCALE) })
  }
  return points
}

export interface ChartSummary {
  open: bigint
  close: bigint
  high: bigint
  low: bigint
  /** Basis points; negative for a fall. */
  changeBps: bigint
}

/** Null without points. */
export function summarize(points: readonly ChartPoint[]): ChartSummary | null {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const open = first.open ?? first.close
  const high = points.reduce((most, point) => larger(most, point.high ?? point.close), open)
  const low = points.reduce((least, point) => smaller(least, point.low ?? point.close), open)
  return { open, close: last.close, high, low, changeBps: open === 0n ? 0n : ((last.close - open) * 10_000n) / open }
}

const secondsOf = (at: string): number => Math.floor(Date.parse(at) / 1000)
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
