/**
 * Median of several price sources (docs/decisions/0093-median-of-price-sources.md): which answers count, and the middle one of those. While
 * most sources are right, a wrong one moves the result only within what the right ones say.
 */
import { deviates, isOlderThan } from './deviation.ts'
import type { Quote, SourceName } from './types.ts'

/** One configured source of a pair: its age limit, its deviation band, and what it answered in this round. */
export interface SourceAnswer {
  readonly source: SourceName
  readonly maxAgeMs: number
  /** Maximum deviation from the median: 300 is 3 %. */
  readonly bandBps: number
  readonly quote: Quote | null
}

/** `missing`: no answer, or none about this pair. `invalid`: a price of zero or less. */
export const LEFT_OUT_REASONS = ['missing', 'invalid', 'old', 'outlier'] as const
type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]
export interface LeftOut {
  readonly source: SourceName
  readonly reason: LeftOutReason
}

interface UsedAnswer extends SourceAnswer {
  readonly quote: Quote
}

export interface Sorted {
  /** Fresh answers, in the configured order. */
  readonly fresh: readonly UsedAnswer[]
  /** Fresh answers within their bands of the median. */
  readonly usable: readonly UsedAnswer[]
  readonly leftOut: readonly LeftOut[]
}

export function sortAnswers(answers: readonly SourceAnswer[], now: Date): Sorted {
  const fresh: UsedAnswer[] = []
  const leftOut: LeftOut[] = []
  for (const answer of answers) {
    const reason = reasonAgainst(answer, now)
    if (reason) leftOut.push({ source: answer.source, reason })
    else if (answer.quote) fresh.push({ ...answer, quote: answer.quote })
  }
  const middle = medianOf(fresh)
  const isNear = ({ quote, bandBps }: UsedAnswer) => middle !== null && !deviates(quote.price, middle.price, bandBps)
  const outliers = fresh.filter((answer) => !isNear(answer))
  return {
    fresh,
    usable: fresh.filter(isNear),
    leftOut: [...leftOut, ...outliers.map(({ source }) => ({ source, reason: 'outlier' as const }))],
  }
}

function reasonAgainst({ quote, maxAgeMs }: SourceAnswer, now: Date): LeftOutReason | null {
  if (!quote) return 'missing'
  if (quote.price <= 0n) return 'invalid'
  return isOlderThan(quote.at, now, maxAgeMs) ? 'old' : null
}

/** Answer in the middle by price; of two middle ones, or of equal ones, the source that is listed first. Null without answers. */
export function medianOf(answers: readonly Pick<UsedAnswer, 'quote'>[]): Quote | null {
  const quotes = answers.map(({ quote }) => quote)
  const ordered = quotes.toSorted((one, other) => (one.price < other.price ? -1 : one.price > other.price ? 1 : 0))
  const middle = [ordered[(ordered.length - 1) >> 1]?.price, ordered[ordered.length >> 1]?.price]
  return quotes.find(({ price }) => middle.includes(price)) ?? null
}
