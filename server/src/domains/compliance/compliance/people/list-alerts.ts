/**
 * Ver alertas (ADM-03): open alerts of each customer, the bits of `reports.person.alert_kinds`. The gravest come first, then those with the
 * earliest deadline.
 */

import { ALERT_KINDS } from '@tunjo/contract/alert-kinds'
import { nameOfAlert } from '@tunjo/contract/alert-names'
import { SEVERITIES, type Severity } from '@tunjo/contract/alert-severity'
import { AlertRow, type AlertsChoice, type AlertsFilter } from '@tunjo/contract/compliance-alerts'
import type { Locale } from '@tunjo/contract/locales'
import { type RawBuilder, sql } from 'kysely'
import { dateForSheets } from '../../../../platform/csv/date-for-sheets.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import { allOf, pageOf, readPage } from '../../../../platform/database/list-query.ts'
import { type Sheet, sheetOf } from '../../../../platform/exports/index.ts'
import { alertDueState } from '../../../customers/alerts/index.ts'
import type { Deadlines } from '../../../reference/configuration/index.ts'
import { cellsIn, PERSON_WORDS } from '../person-words.ts'

interface Row {
  id: string
  changedAt: Date
  kinds: number
  snoozed: number
  severity: number
  dueAt: Date | null
}

/** Time and officer of the query: an officer must not learn of alerts about themselves (Ley 526 de 1999). */
interface Seen {
  readonly now: Date
  readonly except: string
}
/** With the language of the sheet. */
type SheetSeen = Seen & { readonly locale: Locale }
interface At extends Seen {
  readonly deadlines: Deadlines
}

export async function listAlerts(connection: Connection, { pageIndex, itemsPerPage, ...choice }: AlertsFilter, at: At) {
  const { now, except } = at
  const { rows, total } = await readPage<Row>(
    { index: pageIndex, size: itemsPerPage },
    async () => (await count(choice, at).execute(connection)).rows[0]?.total ?? 0,
    async ({ isReversed, limit, offset }) => {
      const found = await select(choice, { isReversed, limit, offset, now, except }).execute(connection)
      return isReversed ? found.rows.reverse() : found.rows
    },
  )
  const totals = await sql<{ snoozed: number; overdue: number }>`SELECT
    (SELECT count(*)::integer FROM reports.person WHERE snoozed_kinds <> 0 AND account_id <> ${except}) AS snoozed,
    (SELECT count(*)::integer FROM reports.person WHERE ${isOverdue(now)} AND account_id <> ${except}) AS overdue`.execute(connection)
  const { snoozed = 0, overdue = 0 } = totals.rows[0] ?? {}
  const shownNow = (row: Row) => shown(row, at)
  return { ...pageOf(rows.map(shownNow), total, itemsPerPage), snoozedTotal: snoozed, overdueTotal: overdue }
}

export const alertsHeader = (locale: Locale): string[] => [
  'ID',
  ...ALERT_KINDS.map(({ id }) => nameOfAlert(id, locale)),
  PERSON_WORDS[locale].lastUpdate,
]

/** In the order of the list, at most `limit`. */
export async function alertsToExport(connection: Connection, choice: AlertsChoice, seen: SheetSeen & { limit: number }) {
  const found = await select(choice, { ...seen, isReversed: false, offset: 0 }).execute(connection)
  return found.rows.map((row) => cells(row, seen.locale))
}

/** All customers that match the filter. */
export const alertsSheet = (choice: AlertsChoice, seen: SheetSeen): Sheet =>
  sheetOf({
    header: alertsHeader(seen.locale),
    count: count(choice, seen),
    rows: select(choice, { ...seen, isReversed: false, limit: null, offset: 0 }),
    cells: (row) => cells(row, seen.locale),
  })

/** The columns of the specification. */
const cells = ({ id, changedAt, kinds }: Row, locale: Locale) => {
  const flags = ALERT_KINDS.map(({ id: kind }) => word(kinds, kind))
  return [id, ...cellsIn(flags, locale), dateForSheets(changedAt)]
}

/** 0: none. */
const severityOf = (position: number): Severity | null => SEVERITIES[position - 1] ?? null

const maskOf = ({ filter, filters }: AlertsChoice): number =>
  filter ? filters.reduce((bits, flag, index) => (flag === '1' ? bits | (1 << index) : bits), 0) : 0

/** An alert past its deadline that is not postponed. Without the first condition the index of the few customers with one is not used. */
const isOverdue = (now: Date): RawBuilder<unknown> => sql`alert_kinds <> 0 AND alert_due_at <= ${now}`

function fromPeople(choice: AlertsChoice, { now, except }: Seen): RawBuilder<unknown> {
  const mask = maskOf(choice)
  const wanted = choice.mode === 'any' ? sql`alert_kinds & ${mask}::integer <> 0` : sql`alert_kinds & ${mask}::integer = ${mask}::integer`
  // Without the first condition the index of the few who have one is not used.
  const conditions = [
    sql`account_id <> ${except}`,
    choice.severity === null ? null : sql`alert_kinds <> 0 AND alert_severity = ${SEVERITIES.indexOf(choice.severity) + 1}`,
    choice.overdue ? isOverdue(now) : null,
    choice.snoozed ? sql`snoozed_kinds <> 0` : null,
    mask === 0 ? null : sql`alert_kinds <> 0 AND ${wanted}`,
  ]
  return sql`FROM reports.person WHERE ${allOf(conditions)}`
}

const count = (choice: AlertsChoice, seen: Seen) => sql<{ total: number }>`SELECT count(*)::integer AS total ${fromPeople(choice, seen)}`

interface Part extends Seen {
  readonly isReversed: boolean
  readonly limit: number | null
  readonly offset: number
}
const select = (choice: AlertsChoice, { isReversed, limit, offset, ...seen }: Part) =>
  sql<Row>`SELECT account_id AS id, changed_at AS "changedAt", alert_kinds AS kinds, snoozed_kinds AS snoozed, alert_severity AS severity,
    alert_due_at AS "dueAt" ${fromPeople(choice, seen)}
    ${orderOf(choice, isReversed)} LIMIT ${limit} OFFSET ${offset}`

/** Customers with an alert come first; reversed, from the end of the index. Among them severity is the first criterion. */
function orderOf(choice: AlertsChoice, isReversed: boolean): RawBuilder<unknown> {
  const first =
    maskOf(choice) !== 0 || choice.severity !== null || choice.overdue ? sql`` : sql`(alert_kinds = 0)${isReversed ? sql` DESC` : sql``}, `
  return isReversed
    ? sql`ORDER BY ${first}alert_severity, alert_due_at DESC, changed_at, account_id DESC`
    : sql`ORDER BY ${first}alert_severity DESC, alert_due_at, changed_at DESC, account_id`
}

function shown({ id, changedAt, kinds, snoozed, severity: position, dueAt }: Row, at: At): AlertRow {
  const severity = severityOf(position)
  const flags = ALERT_KINDS.map(({ id: kind, row }) => [row, word(kinds, kind)])
  return AlertRow.parse({
    id,
    severity,
    due: severity && dueAt ? { at: dueAt.toISOString(), state: alertDueState(dueAt, severity, at) } : null,
    snoozed: ALERT_KINDS.filter(({ id: kind }) => snoozed & (1 << (kind - 1))).map(({ id: kind }) => kind),
    lastModification: changedAt.toISOString(),
    ...Object.fromEntries(flags),
  })
}

const word = (kinds: number, kind: number): 'Si' | 'No' => (kinds & (1 << (kind - 1)) ? 'Si' : 'No')
