/** Metrics in Prometheus form: the process, its answers, and the measures of the platform and of the modules. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { approvalGauges } from '../approvals/index.ts'
import { auditGauges } from '../audit/index.ts'
import type { Database } from '../database/database.ts'
import { consumerGauges } from '../events/metrics.ts'
import { jobGauges } from '../jobs/metrics.ts'
import { EVENT_ALARMS } from '../security/security-events.ts'
import type { Clock } from '../time/clock.ts'
import { declaredMeasures, declareMeasures, type Gauges, type Sample } from './gauges.ts'
import { type Log, securityEventsOf } from './log.ts'
import '../security/security-event-rules.ts'

export interface MetricsParts {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

export interface Metrics {
  answered(route: string, method: string, status: number, seconds: number): void
  text(): Promise<string>
}

/**
 * Ages use the clock that dated the rows: the product's, except where the database dates them itself.
 * @param parts with the log alone in a process whose role may not read the tables of the product
 */
export function createMetrics(parts: MetricsParts | Pick<MetricsParts, 'log'>, figures: readonly Gauges[] = []): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer by route',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  new Counter({
    name: 'tunjo_security_events_total',
    help: 'Security events of the log, by event',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      const counts = securityEventsOf(parts.log)
      this.reset()
      // An alarm on a rate needs the zero from which it rises.
      for (const event of Object.keys(EVENT_ALARMS)) this.inc({ event }, counts.get(event) ?? 0)
    },
  })
  const all = [...('db' in parts ? tableGauges(parts) : []), ...figures]
  const publish = publisher(registry)
  return {
    answered: (route, method, status, seconds) => answers.observe({ route, method, status }, seconds),
    async text() {
      const read = await Promise.all(all.map(readAll))
      publish(read.flat())
      return registry.metrics()
    },
  }
}

const tableGauges = (parts: MetricsParts): Gauges[] => [
  jobGauges(parts),
  approvalGauges(parts),
  auditGauges(parts),
  consumerGauges(parts.db),
]

declareMeasures('http', {
  '{route}': {
    name: 'http_request_duration_seconds',
    help: 'Time to answer by route, method and status',
    isUnprefixed: true,
    isNew: true,
    ofProcess: true,
    query: 'sum by (status) (rate(http_request_duration_seconds_count[5m]))',
    rules: [
      {
        alert: 'CallsFail',
        expr: 'sum(rate(http_request_duration_seconds_count{status=~"5.."}[5m])) > 0.02 * sum(rate(http_request_duration_seconds_count[5m]))',
        for: '5m',
        severity: 'page',
        summary: 'More than 2 % of the calls are answered with an error of the server',
      },
      {
        alert: 'CallsSlow',
        expr: 'histogram_quantile(0.95, sum by (le) (rate(http_request_duration_seconds_bucket[5m]))) > 3',
        for: '10m',
        severity: 'page',
        summary: 'One call in twenty takes more than three seconds',
      },
      {
        alert: 'ProcessDown',
        expr: 'up{job="tunjo"} == 0',
        for: '2m',
        severity: 'page',
        summary: '{{ $labels.instance }} does not answer',
      },
      {
        alert: 'MeasuresMissing',
        expr: 'absent(tunjo_audit_sealed_entries)',
        for: '5m',
        severity: 'page',
        summary: 'No process publishes measures: every other alert is silent',
      },
    ],
  },
})

const READING = declareMeasures('metrics', {
  'read_failed:{family}': {
    name: 'metrics_read_failed',
    help: '1 when the measures of this family could not be read, and are missing from this answer',
    isNew: true,
    ofProcess: true,
    rules: [
      {
        alert: 'MeasuresUnreadable',
        when: '> 0',
        for: '5m',
        severity: 'page',
        summary: 'Measures of {{ $labels.family }} cannot be read: their alerts are silent',
      },
    ],
  },
})

/** A query that fails blinds its own family only. */
async function readAll({ measures, read }: Gauges): Promise<readonly Sample[]> {
  const signal = `read_failed:${measures.family}`
  try {
    return [...measures.samplesOf(await read()), ...READING.samplesOf({ [signal]: 0 })]
  } catch {
    return READING.samplesOf({ [signal]: 1 })
  }
}

/** Gauges under their names, and under their earlier ones for one release. A series that was not read this time is absent. */
function publisher(registry: Registry): (samples: readonly Sample[]) => void {
  const helps = new Map(declaredMeasures().map(({ name, help }) => [name, help]))
  let published: readonly string[] = []
  return (samples) => {
    for (const name of published) registry.removeSingleMetric(name)
    const gauges = new Map<string, Gauge>()
    const set = ({ name, labels, value }: Omit<Sample, 'alias'>, help: string) => {
      const gauge = gauges.get(name) ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] })
      gauges.set(name, gauge)
      gauge.set(labels, value)
    }
    for (const sample of samples) {
      set(sample, helps.get(sample.name) ?? sample.name)
      if (sample.alias) set(sample.alias, `Earlier name, published for one more release: use ${sample.name}`)
    }
    published = [...gauges.keys()]
  }
}
