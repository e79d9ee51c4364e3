/** Health check of prices: each pair has a price that is recent enough for a trade, and that is not frozen. */
import { PAIRS, type Pair } from '@tunjo/contract/pricing'
import type { HealthCheck, Measurement } from '../../../platform/observability/health-check.ts'
import type { Price } from './types.ts'

interface AgeCheck {
  readonly findPrice: (pair: Pair) => Promise<Price | null>
  readonly staleAfterMs: number
}

export function priceAgeCheck({ findPrice, staleAfterMs }: AgeCheck): HealthCheck {
  const limit = staleAfterMs / 1_000
  async function measure(pair: Pair): Promise<Measurement> {
    const found = await findPrice(pair)
    if (!found) return { part: pair, isFine: false, reason: 'There is no price yet.', limit }
    const measured = Math.round(found.ageMs / 1_000)
    const reason = found.isFrozen ? 'The price is frozen, since its sources are in doubt.' : 'The price is too old.'
    return { part: pair, isFine: !found.isStale, reason, measured, limit }
  }
  return { name: 'price', isOwn: false, read: () => Promise.all(PAIRS.map(measure)) }
}
