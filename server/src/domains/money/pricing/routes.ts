/** HTTP routes of pricing: the price of a pair, and its candles. */
import { pricing as contract, PAIRS, type Pair } from '@tunjo/contract/pricing'
import { refuse } from '../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { candleStart, INTERVALS, isPair, joinCandles } from './rules.ts'
import { readCandles } from './store.ts'
import type { Pricing } from './types.ts'

export function pricingRoutes({ db, clock, price }: Pick<Platform, 'db' | 'clock'> & Pick<Pricing, 'price'>): Route[] {
  return implement(contract, {
    async price({ params }) {
      const { at, isStale, isFrozen, pair, bid, ask, source, ageMs, refusal, price: amount } = await price(knownPair(params.pair))
      return { pair, price: amount, bid, ask, source, at: at.toISOString(), ageMs, stale: isStale, frozen: isFrozen, refusal }
    },
    async candles({ params, query: { interval, limit } }) {
      const pair = knownPair(params.pair)
      const { period, count } = INTERVALS[interval]
      const firstMs = candleStart(clock.now(), period, count).getTime()
      const lengthMs = firstMs - candleStart(new Date(firstMs - 1), period, count).getTime()
      const stored = await readCandles(db, pair, period, new Date(firstMs - (limit - 1) * lengthMs))
      const candles = joinCandles(stored, interval).map(({ openAt, ...amounts }) => ({ at: openAt.toISOString(), ...amounts }))
      return { pair, interval, candles: candles.slice(-limit) }
    },
  })
}

function knownPair(text: string): Pair {
  return isPair(text, PAIRS) ? text : refuse('pricing.pair_unknown')
}
