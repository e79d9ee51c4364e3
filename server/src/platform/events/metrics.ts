/** Gauges of event consumers: how far behind each is, retries, and dead letters. */
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Connection } from '../database.ts'

interface ConsumerSignals {
  name: string
  lag: number
  failing: number
  dead: number
}

export function addConsumerMetrics(registry: Registry, db: Connection): void {
  new Gauge({
    name: 'event_consumer',
    help: 'Per consumer: events it has not looked at yet (lag), events that wait to be tried again (failing), dead letters (dead; red over 0)',
    labelNames: ['consumer', 'signal'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { name: consumer, ...signals } of await readSignals(db))
        for (const [signal, value] of Object.entries(signals)) this.set({ consumer, signal }, value)
    },
  })
}

async function readSignals(db: Connection): Promise<ConsumerSignals[]> {
  const found = await sql<ConsumerSignals>`SELECT name, (last - position)::float8 AS lag,
      (SELECT count(*) FROM platform.event_retry WHERE consumer = name AND dead_at IS NULL)::float8 AS failing,
      (SELECT count(*) FROM platform.event_retry WHERE consumer = name AND dead_at IS NOT NULL)::float8 AS dead
    FROM platform.event_consumer, platform.event_sequencer ORDER BY name`.execute(db)
  return found.rows
}
