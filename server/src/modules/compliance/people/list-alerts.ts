/** Ver alertas (ADM-03): which alerts of each person are open, whoever has one first; the bits of `reports.person.alert_kinds`. */
import { ALERT_KINDS, AlertRow, type AlertsFilter } from '@tunjo/contract/compliance-alerts'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { pageOf, readPage } from '../../../platform/list-query.ts'

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
  const { rows, total } = await readPage<Row>(
    { index: pageIndex, size: itemsPerPage },
    async () => (await sql<{ total: number }>`SELECT count(*)::integer AS total ${from}`.execute(connection)).rows[0]?.total ?? 0,
    async ({ isReversed, limit, offset }) => {
      const found = await sql<Row>`SELECT account_id AS id, changed_at AS "changedAt", alert_kinds AS kinds ${from}
        ${orderOf(mask, isReversed)} LIMIT ${limit} OFFSET ${offset}`.execute(connection)
      return isReversed ? found.rows.reverse() : found.rows
    },
  )
  return pageOf(rows.map(shown), total, itemsPerPage)
}

/** Whoever has an alert comes first; reversed, from the end of the index. Among those who have one nothing stands before the time. */
function orderOf(mask: number, isReversed: boolean): RawBuilder<unknown> {
  if (mask !== 0) return isReversed ? sql`ORDER BY changed_at, account_id DESC` : sql`ORDER BY changed_at DESC, account_id`
  return isReversed
    ? sql`ORDER BY (alert_kinds = 0) DESC, changed_at, account_id DESC`
    : sql`ORDER BY (alert_kinds = 0), changed_at DESC, account_id`
}

function shown({ id, changedAt, kinds }: Row): AlertRow {
  const flags = ALERT_KINDS.map(({ id: kind, row }) => [row, kinds & (1 << (kind - 1)) ? 'Si' : 'No'])
  return AlertRow.parse({ id, lastModification: changedAt.toISOString(), ...Object.fromEntries(flags) })
}
