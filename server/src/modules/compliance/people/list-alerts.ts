/** Ver alertas (ADM-03): which alerts of each person are open, whoever has one first; the bits of `reports.person.alert_kinds`. */
import { ALERT_KINDS, AlertRow, type AlertsChoice, type AlertsFilter } from '@tunjo/contract/compliance-alerts'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { dateForSheets } from '../../../platform/date-for-sheets.ts'
import { type Sheet, sheetOf } from '../../../platform/exports/index.ts'
import { allOf, pageOf, readPage } from '../../../platform/list-query.ts'

interface Row {
  id: string
  changedAt: Date
  kinds: number
  snoozed: number
}

export async function listAlerts(connection: Connection, { pageIndex, itemsPerPage, ...choice }: AlertsFilter) {
  const { rows, total } = await readPage<Row>(
    { index: pageIndex, size: itemsPerPage },
    async () => (await count(choice).execute(connection)).rows[0]?.total ?? 0,
    async ({ isReversed, limit, offset }) => {
      const found = await select(choice, { isReversed, limit, offset }).execute(connection)
      return isReversed ? found.rows.reverse() : found.rows
    },
  )
  const postponed = await sql<{ total: number }>`SELECT count(*)::integer AS total FROM reports.person WHERE snoozed_kinds <> 0`.execute(
    connection,
  )
  return { ...pageOf(rows.map(shown), total, itemsPerPage), snoozedTotal: postponed.rows[0]?.total ?? 0 }
}

export const ALERTS_HEADER = ['ID', ...ALERT_KINDS.map(({ name }) => name), 'Última actualización']

/** In the order of the list, at most `limit`. */
export async function alertsToExport(connection: Connection, choice: AlertsChoice, limit: number) {
  const found = await select(choice, { isReversed: false, limit, offset: 0 }).execute(connection)
  return found.rows.map(cells)
}

/** Everybody whom the filter finds. */
export const alertsSheet = (choice: AlertsChoice): Sheet =>
  sheetOf({
    header: ALERTS_HEADER,
    count: count(choice),
    rows: select(choice, { isReversed: false, limit: null, offset: 0 }),
    cells,
  })

const cells = ({ id, changedAt, kinds }: Row) => [id, ...ALERT_KINDS.map(({ id: kind }) => word(kinds, kind)), dateForSheets(changedAt)]

const maskOf = ({ filter, filters }: AlertsChoice): number =>
  filter ? filters.reduce((bits, flag, index) => (flag === '1' ? bits | (1 << index) : bits), 0) : 0

function fromPeople(choice: AlertsChoice): RawBuilder<unknown> {
  const mask = maskOf(choice)
  const wanted = choice.mode === 'any' ? sql`alert_kinds & ${mask}::integer <> 0` : sql`alert_kinds & ${mask}::integer = ${mask}::integer`
  // Without the first condition the index of the few who have one is not used.
  const conditions = [choice.snoozed ? sql`snoozed_kinds <> 0` : null, mask === 0 ? null : sql`alert_kinds <> 0 AND ${wanted}`]
  return sql`FROM reports.person WHERE ${allOf(conditions)}`
}

const count = (choice: AlertsChoice) => sql<{ total: number }>`SELECT count(*)::integer AS total ${fromPeople(choice)}`

const select = (choice: AlertsChoice, { isReversed, limit, offset }: { isReversed: boolean; limit: number | null; offset: number }) =>
  sql<Row>`SELECT account_id AS id, changed_at AS "changedAt", alert_kinds AS kinds, snoozed_kinds AS snoozed ${fromPeople(choice)}
    ${orderOf(maskOf(choice), isReversed)} LIMIT ${limit} OFFSET ${offset}`

/** Whoever has an alert comes first; reversed, from the end of the index. Among those who have one nothing stands before the time. */
function orderOf(mask: number, isReversed: boolean): RawBuilder<unknown> {
  if (mask !== 0) return isReversed ? sql`ORDER BY changed_at, account_id DESC` : sql`ORDER BY changed_at DESC, account_id`
  return isReversed
    ? sql`ORDER BY (alert_kinds = 0) DESC, changed_at, account_id DESC`
    : sql`ORDER BY (alert_kinds = 0), changed_at DESC, account_id`
}

function shown({ id, changedAt, kinds, snoozed }: Row): AlertRow {
  const flags = ALERT_KINDS.map(({ id: kind, row }) => [row, word(kinds, kind)])
  return AlertRow.parse({
    id,
    snoozed: ALERT_KINDS.filter(({ id: kind }) => snoozed & (1 << (kind - 1))).map(({ id: kind }) => kind),
    lastModification: changedAt.toISOString(),
    ...Object.fromEntries(flags),
  })
}

const word = (kinds: number, kind: number): 'Si' | 'No' => (kinds & (1 << (kind - 1)) ? 'Si' : 'No')
