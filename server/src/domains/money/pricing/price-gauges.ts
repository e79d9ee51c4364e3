/** Gauges of prices: their ages, and whether one is doubtful. */
import { PAIRS } from '@tunjo/contract/pricing'
import type { Platform } from '../../../platform/module.ts'
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import { readPrice } from './store.ts'

const MEASURES = declareMeasures('prices', {
  'age:{pair}': {
    name: 'price_age_seconds',
    help: 'Age of the last accepted price, also of one that was never accepted: since 1970',
    isNew: true,
    rules: [
      {
        alert: 'PriceOld',
        when: '> 300',
        severity: 'page',
        summary: 'The price of {{ $labels.pair }} is {{ $value }} s old: trades and token withdrawals are refused',
      },
    ],
  },
  'frozen:{pair}': {
    name: 'price_frozen',
    help: '1 while the price is doubtful and nothing is decided on it, else 0',
    isNew: true,
    rules: [
      {
        alert: 'PriceFrozen',
        when: '> 0',
        severity: 'page',
        summary: 'The price of {{ $labels.pair }} is doubtful: nothing is decided on it',
      },
    ],
  },
})

export const priceGauges = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Gauges => ({
  measures: MEASURES,
  async read() {
    const now = clock.now().getTime()
    const read = await Promise.all(
      PAIRS.map(async (pair): Promise<[string, number][]> => {
        const found = await readPrice(db, pair)
        const ageMs = Math.max(0, now - (found?.at.getTime() ?? 0))
        return [
          [`age:${pair}`, ageMs / 1_000],
          [`frozen:${pair}`, found !== null && found.frozenReason !== null ? 1 : 0],
        ]
      }),
    )
    return Object.fromEntries(read.flat())
  },
})
