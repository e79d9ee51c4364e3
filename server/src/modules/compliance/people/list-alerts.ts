/** Ver alertas (ADM-03): which alerts of each person are open, whoever has one first; the bits of `reports.person.alert_kinds`. */
import { ALERT_KINDS, AlertRow, type AlertsFilter } from '@tunjo/contract/compliance-alerts'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { pageOf } from '../../../platform/list-query.ts'

interface Row {
  id: string
  changedAt: Date
  kinds: number
}

export async function listAlerts(connection: Connection, { filter, filters, mode, pageIndex, itemsPerPage }: AlertsFilter) {
  const mask = filter ? filters.reduce((bits, flag, index) => (flag === '1' ? bits | (1 << index) : bits), 0) : 0
  const wanted = mode === 'any' ? sql`alert_kinds & ${mask}::integer <> 0` : sql`alert_kinds & ${mask}::integer = ${mask}::integer`
  // Without the first condition the index of the few who have one is not used.
  const from = mask === 0 ? sql`FROM reports.person` : sql`FROM reports.person WHERE alert_kinds <> 0 AND ${wanted}`
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`SELECT count(*)::integer AS total ${from}`.execute(connection),
    sql<Row>`SELECT account_id AS id, changed_at AS "changedAt", alert_kinds AS kinds ${from}
      ORDER BY (alert_kinds = 0), changed_at DESC, account_id LIMIT ${itemsPerPage} OFFSET ${pageIndex * itemsPerPage}`.execute(connection),
  ])
  return pageOf(found.rows.map(shown), counted.rows[0]?.total ?? 0, itemsPerPage)
}

function shown({ id, changedAt, kinds }: Row): AlertRow {
  const flags = ALERT_KINDS.map(({ id: kind, row }) => [row, kinds & (1 << (kind - 1)) ? 'Si' : 'No'])
  return AlertRow.parse({ id, lastModification: changedAt.toISOString(), ...Object.fromEntries(flags) })
}
