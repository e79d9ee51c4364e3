/**
 * Tampered records: while the newest row of a customer is one of them, no record of that customer is valid. The view of reviews
 * (`compliance.due_diligence_report`) does not check seals, so deadlines may rely on them until the owner of the database repaired them.
 */
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/module.ts'
import { declareMeasures, type Gauges } from '../../../../platform/observability/gauges.ts'
import type { EvidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { APPROVAL_COLUMNS, hasOurSeal, type SealedRow } from './approval-rows.ts'

const MEASURES = declareMeasures('compliance', {
  due_diligence_unproved: {
    help: 'Records of enhanced due diligence that are not what two officers approved',
    rules: [
      {
        alert: 'DueDiligenceUnproved',
        when: '> 0',
        severity: 'page',
        summary: '{{ $value }} records of due diligence are not what two officers approved',
      },
    ],
  },
})

interface KeptRow extends SealedRow {
  readonly recordId: string
  readonly isApproved: boolean
  /** True when the row belongs to the current content of the record. */
  readonly isOfRecord: boolean
}

const ROWS_AT_ONCE = 500

/** Approved records, and rows that claim to approve one: null where there is no such row. */
async function* everyRow(connection: Connection): AsyncGenerator<KeptRow> {
  let last: KeptRow | undefined
  do {
    const place = last ? sql`(record.id, coalesce(seal, '')) > (${last.recordId}, ${last.seal ?? ''})` : sql`true`
    const { rows }: { rows: KeptRow[] } = await sql<KeptRow>`SELECT record.id AS "recordId", record.state = 'approved' AS "isApproved",
        coalesce(record.version = approval.version AND record.account_id = approval.account_id, false) AS "isOfRecord", ${APPROVAL_COLUMNS}
      FROM compliance.due_diligence AS record LEFT JOIN compliance.due_diligence_approval AS approval ON approval.diligence_id = record.id
      WHERE ${place} AND (record.state = 'approved' OR seal IS NOT NULL)
      ORDER BY record.id, coalesce(seal, '') LIMIT ${ROWS_AT_ONCE}`.execute(connection)
    yield* rows
    last = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)
  } while (last)
}

/** Ids of records with an invalid seal, with a row for other content, or approved without one of two officers. */
export async function unprovedDiligences(connection: Connection, seals: EvidenceSeals): Promise<string[]> {
  const [unproved, approved, proved] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for await (const row of everyRow(connection)) {
    const { recordId, isApproved, isOfRecord, seal } = row
    if (isApproved) approved.add(recordId)
    if (seal !== null && isApproved && isOfRecord && hasOurSeal(seals, row)) proved.add(recordId)
    else if (seal !== null) unproved.add(recordId)
  }
  for (const id of approved) if (!proved.has(id)) unproved.add(id)
  return [...unproved]
}

const NAMED_MAX = 10

/** docs/operations.md has the procedure for them. */
export const diligenceFigures = ({ db, log }: Pick<Platform, 'db' | 'log'>, seals: EvidenceSeals): Gauges => ({
  measures: MEASURES,
  async read() {
    const unproved = await unprovedDiligences(db, seals)
    const facts = { securityEvent: 'due_diligence_unproved', count: unproved.length, diligenceIds: unproved.slice(0, NAMED_MAX) }
    if (unproved.length > 0) log.error(facts, 'records of due diligence are not what two officers approved')
    return { due_diligence_unproved: unproved.length }
  },
})
