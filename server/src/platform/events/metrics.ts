/** Gauges of event consumers: how far behind each is, retries, and dead letters. */
import { sql } from 'kysely'
import type { Connection } from '../database/database.ts'
import { declareMeasures, type Gauges } from '../observability/gauges.ts'

const MEASURES = declareMeasures(
  'event_consumer',
  {
    'lag:{consumer}': {
      name: 'event_consumer_lag',
      help: 'Events that the consumer has not handled yet',
      rules: [
        {
          alert: 'EventBacklog',
          when: '> 1000',
          for: '10m',
          severity: 'page',
          summary: '{{ $labels.consumer }} is {{ $value }} events behind',
        },
      ],
    },
    'failing:{consumer}': { name: 'event_consumer_failing', help: 'Events that the consumer could not handle and will try again' },
    'dead:{consumer}': {
      name: 'event_consumer_dead',
      help: 'Dead letters: events that the consumer could not handle 20 times',
      rules: [
        {
          alert: 'DeadLetter',
          when: '> 0',
          severity: 'ticket',
          summary: '{{ $labels.consumer }} has {{ $value }} events that it cannot handle',
        },
      ],
    },
  },
  (signal, { consumer = '' }) => ({ name: 'event_consumer', labels: { consumer, signal: signal.split(':')[0] ?? '' } }),
)

interface ConsumerSignals {
  name: string
  lag: number
  failing: number
  dead: number
}

export const consumerGauges = (db: Connection): Gauges => ({
  measures: MEASURES,
  async read() {
    const consumers = await readSignals(db)
    return Object.fromEntries(
      consumers.flatMap(({ name, ...signals }) => Object.entries(signals).map(([signal, value]) => [`${signal}:${name}`, value])),
    )
  },
})

async function readSignals(db: Connection): Promise<ConsumerSignals[]> {
  const found = await sql<ConsumerSignals>`SELECT name, (last - position)::float8 AS lag,
      (SELECT count(*) FROM platform.event_retry WHERE consumer = name AND dead_at IS NULL)::float8 AS failing,
      (SELECT count(*) FROM platform.event_retry WHERE consumer = name AND dead_at IS NOT NULL)::float8 AS dead
    FROM platform.event_consumer, platform.event_sequencer ORDER BY name`.execute(db)
  return found.rows
}
