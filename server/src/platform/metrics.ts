/** Metrics in Prometheus form: the process, its answers, its jobs. */
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { addApprovalMetrics } from './approvals/index.ts'
import { addAuditMetrics } from './audit/index.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { addConsumerMetrics } from './events/metrics.ts'
import type { Gauges } from './gauges.ts'
import { SECURITY_EVENTS, type SecurityEvent } from './security-events.ts'

export interface MetricsParts {
  readonly db: Database
  readonly clock: Clock
}

export interface Metrics {
  answered(route: string, method: string, status: number, seconds: number): void
  securityEvent(event: SecurityEvent): void
  text(): Promise<string>
}

/** Ages use the clock that dated the rows: the product's, except where the database dates them itself. */
export function createMetrics(parts: MetricsParts, figures: readonly Gauges[] = []): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer by route',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  const securityEvents = new Counter({
    name: 'tunjo_security_events_total',
    help: 'Refusals that an attacker causes and a person hardly ever does, and calls that left no trace in the audit trail',
    labelNames: ['event'],
    registers: [registry],
  })
  // An alarm on a rate needs the zero from which it rises.
  for (const event of SECURITY_EVENTS) securityEvents.inc({ event }, 0)
  addJobMetrics(registry, parts)
  addApprovalMetrics(registry, parts)
  addAuditMetrics(registry, parts)
  addConsumerMetrics(registry, parts.db)
  for (const one of figures) addFigures(registry, one)
  return {
    answered: (route, method, status, seconds) => answers.observe({ route, method, status }, seconds),
    securityEvent: (event) => securityEvents.inc({ event }),
    text: () => registry.metrics(),
  }
}

function addJobMetrics(registry: Registry, { db, clock }: MetricsParts): void {
  new Gauge({
    name: 'jobs',
    help: 'Jobs by state: waiting, overdue by more than a minute, failing for the tenth time or more, set aside after their last attempt',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counted = await sql<{ waiting: bigint; overdue: bigint; failing: bigint; dead: bigint }>`SELECT
        count(*) FILTER (WHERE dead_at IS NULL) AS waiting,
        count(*) FILTER (WHERE dead_at IS NULL AND run_at < ${clock.now()}::timestamptz - interval '1 minute') AS overdue,
        count(*) FILTER (WHERE dead_at IS NULL AND attempts >= 10) AS failing,
        count(*) FILTER (WHERE dead_at IS NOT NULL) AS dead
        FROM platform.job WHERE done_at IS NULL`.execute(db)
      for (const [state, value] of Object.entries(counted.rows[0] ?? {})) this.set({ state }, Number(value))
    },
  })
}

function addFigures(registry: Registry, { name, help, read }: Gauges): void {
  new Gauge({
    name,
    help,
    labelNames: ['signal'],
    registers: [registry],
    async collect() {
      for (const [signal, value] of Object.entries(await read())) this.set({ signal }, value)
    },
  })
}
