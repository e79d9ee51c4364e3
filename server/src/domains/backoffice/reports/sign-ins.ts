/** Acceso al dispositivo (ID-07): the sign-ins of all people, from the view `identity.sign_in_report`. */
import type { SIGN_IN_SORTS } from '@tunjo/contract/devices'
import type { Locale } from '@tunjo/contract/locales'
import type { PersonSignIn, PersonSignInFilters } from '@tunjo/contract/reports'
import { SIGN_IN_LABELS } from '@tunjo/contract/sign-in-labels'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { CSV_ROWS_READ, type CsvList, listToCsv } from '../../../platform/csv/csv.ts'
import { dateForSheets } from '../../../platform/csv/date-for-sheets.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { allOf, foldText, orderBy, type Page, pageOf } from '../../../platform/database/list-query.ts'
import { type Asking, type Sheet, sheetOf } from '../../../platform/exports/index.ts'

type Filters = z.output<typeof PersonSignInFilters>
type Row = Omit<PersonSignIn, 'at' | 'live'> & { at: Date; overAt: Date | null }

const COLUMNS: Record<(typeof SIGN_IN_SORTS)[number], string> = {
  at: 'at',
  ip: 'ip',
  place: 'place',
  system: 'system',
  deviceKind: 'device_kind',
}

export async function listSignIns(
  connection: Connection,
  { pageIndex, size, ...filters }: Filters & { pageIndex: number; size: number },
  now: Date,
): Promise<Page<PersonSignIn>> {
  const counted = await sql<{ total: bigint }>`SELECT count(*) AS total ${fromSignIns(filters)}`.execute(connection)
  const rows = await read(connection, filters, { limit: size, offset: pageIndex * size })
  const results = rows.map(({ overAt, at, ...row }) => ({ ...row, at: at.toISOString(), live: isLive(overAt, now) }))
  return pageOf(results, Number(counted.rows[0]?.total ?? 0n), size)
}

export async function signInsCsv(connection: Connection, filters: Filters, asking: Pick<Asking, 'now' | 'locale'>): Promise<CsvList> {
  const rows = await read(connection, filters, { limit: CSV_ROWS_READ, offset: 0 })
  return listToCsv(headerIn(asking.locale), rows.map(cellsFor(asking)), asking.locale)
}

export const signInsSheet = (filters: Filters, asking: Asking): Sheet =>
  sheetOf({
    header: headerIn(asking.locale),
    count: sql<{ total: number }>`SELECT count(*)::integer AS total ${fromSignIns(filters)}`,
    rows: select(filters, { limit: null, offset: 0 }),
    cells: cellsFor(asking),
  })

function headerIn(locale: Locale): string[] {
  const { userId, id, at, ip, place, system, deviceKind, browser, result, session } = SIGN_IN_LABELS[locale].headers
  return [userId, id, at, ip, place, system, deviceKind, browser, result, session]
}

function cellsFor({ now, locale }: Pick<Asking, 'now' | 'locale'>) {
  const { deviceKinds, results, sessions } = SIGN_IN_LABELS[locale]
  return (row: Row) => [
    row.userId,
    row.id,
    dateForSheets(row.at),
    row.ip,
    row.place,
    row.system,
    deviceKinds[row.deviceKind],
    row.browser,
    results[row.result],
    row.overAt && (isLive(row.overAt, now) ? sessions.live : sessions.over),
  ]
}

const isLive = (overAt: Date | null, now: Date): boolean => overAt !== null && now < overAt

const read = async (connection: Connection, filters: Filters, page: { limit: number; offset: number }): Promise<Row[]> =>
  (await select(filters, page).execute(connection)).rows

const select = (filters: Filters, { limit, offset }: { limit: number | null; offset: number }): RawBuilder<Row> =>
  sql<Row>`SELECT id, account_id AS "userId", at, ip, place, country, system, device_kind AS "deviceKind", browser,
      result, session_over_at AS "overAt", device_id AS "deviceId"
    ${fromSignIns(filters)} ${orderBy(COLUMNS, filters.sort, filters.order)} LIMIT ${limit} OFFSET ${offset}`

function fromSignIns({ userId, from, to, result, deviceKind, text }: Filters): RawBuilder<unknown> {
  const conditions = allOf([
    userId ? sql`account_id::text = ${userId.trim().toLowerCase()}` : null,
    from ? sql`at >= ${new Date(from)}` : null,
    to ? sql`at <= ${new Date(to)}` : null,
    result ? sql`result = ${result}` : null,
    deviceKind ? sql`device_kind = ${deviceKind}` : null,
    text ? sql`strpos(search_text, ${foldText(text)}) > 0` : null,
  ])
  return sql`FROM identity.sign_in_report WHERE ${conditions}`
}
