/** Counters of the answers of price sources: how many were used, and how many were left out, by the reason. */
import { PRICE_SOURCES } from '@tunjo/contract/pricing'
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import type { Judgement } from './judge.ts'
import { LEFT_OUT_REASONS } from './median.ts'

const rateOf = (name: string) => `sum by (source) (rate(tunjo_${name}[5m]))`
const OF_PROCESS = { isNew: true, ofProcess: true } as const

const MEASURES = declareMeasures('price_sources', {
  'used:{source}': {
    name: 'price_answers_used',
    help: 'Answers of a price source that were used since the start of the process; only the scheduler polls',
    query: rateOf('price_answers_used'),
    ...OF_PROCESS,
  },
  'missing:{source}': {
    name: 'price_answers_missing',
    help: 'Rounds in which a source had no answer, or none about a pair that it is configured for',
    query: rateOf('price_answers_missing'),
    ...OF_PROCESS,
  },
  'invalid:{source}': {
    name: 'price_answers_invalid',
    help: 'Answers of a price source that were left out, since the price was zero or less',
    query: rateOf('price_answers_invalid'),
    ...OF_PROCESS,
  },
  'old:{source}': {
    name: 'price_answers_old',
    help: 'Answers of a price source that were left out, since they were older than its age limit',
    query: rateOf('price_answers_old'),
    ...OF_PROCESS,
  },
  'outlier:{source}': {
    name: 'price_answers_outlier',
    help: 'Answers of a price source that were left out, since they were outside of its band around the median',
    query: rateOf('price_answers_outlier'),
    ...OF_PROCESS,
  },
})

export function countSources(): { readonly figures: Gauges; readonly onJudged: (judgement: Judgement) => void } {
  const outcomes: readonly string[] = ['used', ...LEFT_OUT_REASONS]
  const counts = new Map<string, number>(outcomes.flatMap((outcome) => PRICE_SOURCES.map((source) => [`${outcome}:${source}`, 0] as const)))
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  return {
    figures: { measures: MEASURES, read: async () => Object.fromEntries(counts) },
    onJudged({ used, leftOut }) {
      for (const { source } of used) count(`used:${source}`)
      for (const { source, reason } of leftOut) count(`${reason}:${source}`)
    },
  }
}
