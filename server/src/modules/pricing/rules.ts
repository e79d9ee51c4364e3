/** Rules for accepting prices and joining candles. Prices are times 10^8; no floats. */
import type { CandleInterval, Pair } from '@tunjo/contract/pricing'
import type { CandlePeriod, Quote, StoredCandle } from './types.ts'

const MINUTE_MS = 60_000
/** Maximum lag at which a second source still confirms the first. */
const CONFIRMS_FOR_MS = 5 * MINUTE_MS

export interface PriceFacts {
  primary: Quote | null
  secondary: Quote | null
  /** The price that is served now. */
  lastGood: Quote | null
  /** The last price that two sources, or an operator, have confirmed. Null before the first price. */
  confirmedPrice: bigint | null
  /** The price that an operator confirms in the settings. */
  operatorPrice: bigint | null
  now: Date
  staleAfterMs: number
  maxDeviationBps: number
  /** Further than this from the confirmed price, agreement of all sources is not enough. */
  maxJumpBps: number
}

export type FreezeReason = 'sources_disagree' | 'jump_unconfirmed' | 'jump_of_all_sources'
export type Verdict = { kind: 'accept'; quote: Quote; isConfirmed: boolean } | { kind: 'freeze'; reason: FreezeReason } | { kind: 'keep' }

/**
 * Judge the answers of the sources (docs/decisions/0064-doubtful-prices.md). A single source moves the price only as far from the last
 * confirmed one as two sources may differ, however long it lasts and in however many steps. Sources that agree confirm a price, unless it
 * is so far from the last confirmed one that all of them are more likely wrong: then an operator confirms it.
 */
export function judge(facts: PriceFacts): Verdict {
  const { lastGood, now, staleAfterMs, maxDeviationBps, maxJumpBps, operatorPrice } = facts
  const confirmedPrice = facts.confirmedPrice ?? lastGood?.price ?? null
  const primary = youngerThan(positive(facts.primary), now, staleAfterMs)
  const secondary = youngerThan(positive(facts.secondary), now, CONFIRMS_FOR_MS)
  const isConfirmedByOperator = ({ price }: Quote) => operatorPrice !== null && !deviates(price, operatorPrice, maxDeviationBps)
  const isFar = ({ price }: Quote, maxBps: number) => confirmedPrice !== null && deviates(price, confirmedPrice, maxBps)
  if (primary && secondary) {
    if (deviates(primary.price, secondary.price, maxDeviationBps)) return { kind: 'freeze', reason: 'sources_disagree' }
    if (isFar(primary, maxJumpBps) && !isConfirmedByOperator(primary)) return { kind: 'freeze', reason: 'jump_of_all_sources' }
    return { kind: 'accept', quote: primary, isConfirmed: true }
  }
  const only = primary ?? secondary
  if (!only) return { kind: 'keep' }
  const isByOperator = isConfirmedByOperator(only)
  if (isFar(only, maxDeviationBps) && !isByOperator) return { kind: 'freeze', reason: 'jump_unconfirmed' }
  if (lastGood && only.at < lastGood.at) return { kind: 'keep' }
  // Before the first price there is nothing to compare with.
  return { kind: 'accept', quote: only, isConfirmed: confirmedPrice === null || isByOperator }
}

const positive = (quote: Quote | null): Quote | null => (quote && quote.price > 0n ? quote : null)

export function isOlderThan(at: Date, now: Date, milliseconds: number): boolean {
  return now.getTime() - at.getTime() > milliseconds
}

function youngerThan(quote: Quote | null, now: Date, milliseconds: number): Quote | null {
  return quote && !isOlderThan(quote.at, now, milliseconds) ? quote : null
}

/** Measured against the smaller price, so that the result does not depend on their order. */
export function deviates(a: bigint, b: bigint, maxBps: number): boolean {
  const [smaller, larger] = ordered(a, b)
  return (larger - smaller) * 10_000n > smaller * BigInt(maxBps)
}

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

/** The smaller one first. */
function ordered(a: bigint, b: bigint): [bigint, bigint] {
  return a < b ? [a, b] : [b, a]
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
