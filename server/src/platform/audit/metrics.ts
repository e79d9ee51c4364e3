/** Gauges of the audit trail: entries that wait for their seal, length of the chain, and age of the signed head. */
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { Connection } from '../database.ts'

interface AuditSignalParts {
  readonly db: Connection
  readonly clock: Clock
}
interface Signals {
  oldestUnsealedSeconds: number
  sealedSeq: number
  headAgeSeconds: number
}

export function addAuditMetrics(registry: Registry, parts: AuditSignalParts): void {
  const gauge = (name: string, help: string, of: keyof Signals) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set((await readSignals(parts))[of])
      },
    })
  gauge('audit_oldest_unsealed_seconds', 'Age of the oldest audit entry without a seal; red over 60', 'oldestUnsealedSeconds')
  gauge('audit_sealed_seq', 'Number of the last sealed audit entry', 'sealedSeq')
  gauge('audit_head_age_seconds', 'Time since the head of the audit trail was signed; red over 7200', 'headAgeSeconds')
}

/** Uses the product's clock, which dates entries and heads. */
async function readSignals({ db, clock }: AuditSignalParts): Promise<Signals> {
  const now = clock.now()
  const found = await sql<Signals>`SELECT
    coalesce((SELECT extract(epoch FROM ${now}::timestamptz - min(recorded_at)) FROM platform.audit_unsealed), 0)::float8 AS "oldestUnsealedSeconds",
    coalesce((SELECT max(seq) FROM platform.audit_seal), 0)::float8 AS "sealedSeq",
    coalesce((SELECT extract(epoch FROM ${now}::timestamptz - max(signed_at)) FROM platform.audit_head), 0)::float8 AS "headAgeSeconds"`.execute(
    db,
  )
  return found.rows[0] ?? { oldestUnsealedSeconds: 0, sealedSeq: 0, headAgeSeconds: 0 }
}
