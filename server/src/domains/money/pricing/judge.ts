/** Verdict on the answers of the sources about one pair (docs/decisions/0064-doubtful-prices.md and 0093-median-of-price-sources.md). */
import { deviates, isOlderThan } from './deviation.ts'
import { type LeftOut, medianOf, type Sorted, type SourceAnswer, sortAnswers } from './median.ts'
import type { Quote } from './types.ts'

export interface PriceFacts {
  /** In the configured order. */
  readonly answers: readonly SourceAnswer[]
  /** The price that is served now. */
  readonly lastGood: Quote | null
  /** The last price that several sources, or an operator, have confirmed. Null before the first price. */
  readonly confirmedPrice: bigint | null
  /** The price that an operator confirms in the settings. */
  readonly operatorPrice: bigint | null
  readonly now: Date
  readonly staleAfterMs: number
  /** Minimum number of sources that agree. */
  readonly minSources: number
  /** How far one source alone moves the price from the confirmed one. */
  readonly maxDeviationBps: number
  /** Further than this from the confirmed price, agreement of all sources is not enough. */
  readonly maxJumpBps: number
}

export type FreezeReason = 'sources_disagree' | 'sources_too_few' | 'jump_unconfirmed' | 'jump_of_all_sources'
export type Verdict = { kind: 'accept'; quote: Quote; isConfirmed: boolean } | { kind: 'freeze'; reason: FreezeReason } | { kind: 'keep' }

export interface Judgement {
  readonly verdict: Verdict
  readonly used: Sorted['usable']
  readonly leftOut: readonly LeftOut[]
}

export function judge(facts: PriceFacts): Judgement {
  const sorted = sortAnswers(facts.answers, facts.now)
  return { verdict: verdictOn(facts, sorted), used: sorted.usable, leftOut: sorted.leftOut }
}

function verdictOn(facts: PriceFacts, { fresh, usable }: Sorted): Verdict {
  const [only] = fresh
  if (only && fresh.length === 1) return verdictOnOne(facts, only.quote)
  // Half of the answers are no majority: either half may be the wrong one.
  if (fresh.length > 0 && (usable.length < 2 || usable.length * 2 <= fresh.length)) return { kind: 'freeze', reason: 'sources_disagree' }
  // An answer may confirm others for longer than it may be served itself.
  const median = medianOf(usable.filter(({ quote }) => !isOlderThan(quote.at, facts.now, facts.staleAfterMs)))
  if (!median || usable.length < facts.minSources) return tooFew(facts)
  if (isFar(facts, median, facts.maxJumpBps) && !isConfirmedByOperator(facts, median))
    return { kind: 'freeze', reason: 'jump_of_all_sources' }
  return { kind: 'accept', quote: median, isConfirmed: true }
}

/** One source alone has nothing to agree with but the last confirmed price, or an operator. */
function verdictOnOne(facts: PriceFacts, only: Quote): Verdict {
  const { lastGood, minSources, maxDeviationBps } = facts
  const isByOperator = isConfirmedByOperator(facts, only)
  if (isFar(facts, only, maxDeviationBps) && !isByOperator) return { kind: 'freeze', reason: 'jump_unconfirmed' }
  if (minSources > 1 && !isByOperator) return tooFew(facts)
  if (lastGood && only.at < lastGood.at) return { kind: 'keep' }
  // Before the first price there is nothing to compare with.
  return { kind: 'accept', quote: only, isConfirmed: confirmedOf(facts) === null || isByOperator }
}

/** The last price serves until it is old, so that one lost answer stops nothing. */
function tooFew({ lastGood, now, staleAfterMs }: PriceFacts): Verdict {
  return lastGood && isOlderThan(lastGood.at, now, staleAfterMs) ? { kind: 'freeze', reason: 'sources_too_few' } : { kind: 'keep' }
}

const confirmedOf = ({ confirmedPrice, lastGood }: PriceFacts): bigint | null => confirmedPrice ?? lastGood?.price ?? null

function isFar(facts: PriceFacts, { price }: Quote, maxBps: number): boolean {
  const confirmed = confirmedOf(facts)
  return confirmed !== null && deviates(price, confirmed, maxBps)
}

function isConfirmedByOperator({ operatorPrice, maxDeviationBps }: PriceFacts, { price }: Quote): boolean {
  return operatorPrice !== null && !deviates(price, operatorPrice, maxDeviationBps)
}
