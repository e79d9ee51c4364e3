/** Measures of quotes: how many the local engine answered, and how many the node, with the reason. */
import { declareMeasures, type Gauges } from '../../../../platform/observability/gauges.ts'
import { NO_STATE } from './follow-pools.ts'
import type { AnswerReason, LocalMarketParts } from './local-market.ts'

const MEASURES = declareMeasures('quotes', {
  'answered:{source}': {
    name: 'quotes_answered',
    help: 'Quotes since the start of the process by source: local, from followed pool states, or node, from QuoterV2',
    query: 'sum by (source) (rate(tunjo_quotes_answered[5m]))',
    isNew: true,
    ofProcess: true,
  },
  'from_node:{reason}': {
    name: 'quotes_from_node',
    help: 'Quotes that QuoterV2 answered since the start of the process, by the reason why there was no pool state',
    query: 'sum by (reason) (rate(tunjo_quotes_from_node[5m]))',
    isNew: true,
    ofProcess: true,
    rules: [
      {
        alert: 'QuotesFromNode',
        // The first quotes after a start are always the node's, so that some in one window are no fault.
        expr:
          'sum by (instance) (increase(tunjo_quotes_from_node[15m]))' +
          ' > sum by (instance) (increase(tunjo_quotes_answered{source="local"}[15m]))',
        for: '20m',
        severity: 'ticket',
        summary: 'Most quotes of {{ $labels.instance }} are answered by the node instead of the followed pool states',
      },
    ],
  },
})

export function countQuotes(): { readonly figures: Gauges; readonly onAnswer: LocalMarketParts['onAnswer'] } {
  const counts = new Map<AnswerReason, number>()
  const countOf = (reason: AnswerReason) => counts.get(reason) ?? 0
  return {
    figures: {
      measures: MEASURES,
      async read() {
        const fromNode = NO_STATE.map((reason) => [`from_node:${reason}`, countOf(reason)] as const)
        const node = fromNode.reduce((sum, [, count]) => sum + count, 0)
        return { 'answered:local': countOf('fresh'), 'answered:node': node, ...Object.fromEntries(fromNode) }
      },
    },
    onAnswer: (reason) => counts.set(reason, countOf(reason) + 1),
  }
}
