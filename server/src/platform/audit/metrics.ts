/** Gauges of the audit trail: entries that wait for their seal, length of the chain, and age of the signed head. */
import { sql } from 'kysely'
import type { Connection } from '../database/database.ts'
import { declareMeasures, type Gauges } from '../observability/gauges.ts'
import type { Clock } from '../time/clock.ts'

const MEASURES = declareMeasures(
  'audit',
  {
    oldest_unsealed_seconds: {
      name: 'audit_oldest_unsealed_age_seconds',
      help: 'Age of the oldest entry of the audit trail without a seal',
      rules: [
        {
          alert: 'AuditUnsealed',
          when: '> 60',
          for: '1m',
          severity: 'page',
          summary: 'Entries of the audit trail wait {{ $value }} s for their seal',
        },
      ],
    },
    sealed_seq: { name: 'audit_sealed_entries', help: 'Number of the last sealed entry of the audit trail' },
    head_age_seconds: {
      help: 'Time since the head of the audit trail was signed',
      rules: [
        {
          alert: 'AuditHeadOld',
          when: '> 7200',
          severity: 'ticket',
          summary: 'The head of the audit trail was last signed {{ $value }} s ago',
        },
      ],
    },
  },
  (signal) => ({ name: `audit_${signal}`, labels: {} }),
)

interface AuditSignalParts {
  readonly db: Connection
  readonly clock: Clock
}

export const auditGauges = (parts: AuditSignalParts): Gauges => ({ measures: MEASURES, read: () => readSignals(parts) })

/** Uses the product's clock, which dates entries and heads. */
async function readSignals({ db, clock }: AuditSignalParts): Promise<Readonly<Record<string, number>>> {
  const now = clock.now()
  const found = await sql<Record<string, number>>`SELECT
    coalesce((SELECT extract(epoch FROM ${now}::timestamptz - min(recorded_at)) FROM platform.audit_unsealed), 0)::float8 AS oldest_unsealed_seconds,
    coalesce((SELECT max(seq) FROM platform.audit_seal), 0)::float8 AS sealed_seq,
    coalesce((SELECT extract(epoch FROM ${now}::timestamptz - max(signed_at)) FROM platform.audit_head), 0)::float8 AS head_age_seconds`.execute(
    db,
  )
  return found.rows[0] ?? {}
}
