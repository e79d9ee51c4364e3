/** Comparison of a newer quote with the agreed one in the confirmation (EX-05). */
import type { Quote, TradeType } from '@tunjo/contract/trading'
import { unitsOf } from '../../../parts/price-figures.ts'

/** The server honours a quote for 30 s; after this age it is no longer offered. */
const HONOURED_FOR_MS = 20_000
const SCALE = 18

type Bounds = Pick<Quote, 'expected_output' | 'minimum_received' | 'input_amount' | 'maximum_sold'>

export interface Review<Q extends Bounds> {
  tradeType: TradeType
  agreed: Q
  /** Time of the agreement, on the clock of `performance.now`. */
  agreedAtMs: number
  /** A worse quote that waits to be accepted. */
  offered: Q | null
}

/**
 * Apply a newer quote. One that is no worse replaces the agreed one silently. If it is a little worse, the agreed one remains valid. It
 * must be accepted when the expected output fell below the minimum received, or when the agreed one is too old.
 */
export function reviewQuote<Q extends Bounds>(review: Review<Q>, fresh: Q, nowMs: number): Review<Q> {
  const { tradeType, agreed, agreedAtMs } = review
  if (!isWorse(tradeType, fresh, agreed)) return { tradeType, agreed: fresh, agreedAtMs: nowMs, offered: null }
  const mustAsk = isOutOfBounds(tradeType, fresh, agreed) || nowMs - agreedAtMs > HONOURED_FOR_MS
  return { ...review, offered: mustAsk ? fresh : null }
}

function isWorse(tradeType: TradeType, fresh: Bounds, agreed: Bounds): boolean {
  return tradeType === 'input' ? isLess(fresh.minimum_received, agreed.minimum_received) : isLess(agreed.maximum_sold, fresh.maximum_sold)
}

function isOutOfBounds(tradeType: TradeType, fresh: Bounds, agreed: Bounds): boolean {
  return tradeType === 'input' ? isLess(fresh.expected_output, agreed.minimum_received) : isLess(agreed.maximum_sold, fresh.input_amount)
}

const isLess = (a: string, b: string): boolean => unitsOf(a, SCALE) < unitsOf(b, SCALE)
