/** Lista de usuarios (ID-08), from the view `identity.user_report`. */

import { ACCOUNT_STATE, type AccountState } from '@tunjo/contract/identity'
import type { Locale } from '@tunjo/contract/locales'
import type { USER_SORTS, UserFilters, UserRow } from '@tunjo/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { CSV_ROWS_READ, type CsvList, listToCsv } from '../../../platform/csv/csv.ts'
import { dateForSheets } from '../../../platform/csv/date-for-sheets.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { allOf, orderBy, type Page, pageOf } from '../../../platform/database/list-query.ts'
import { type Asking, type Sheet, sheetOf } from '../../../platform/exports/index.ts'
import { EXPORT_WORDS, type ExportWords } from './export-words.ts'

type Filters = z.output<typeof UserFilters>
type Row = Omit<UserRow, 'createdAt' | 'lastSignInAt'> & { createdAt: Date; lastSignInAt: Date | null }

const COLUMNS: Record<(typeof USER_SORTS)[number], string> = {
  email: 'email',
  createdAt: 'created_at',
  lastSignInAt: 'last_sign_in_at',
  state: 'state',
}

export async function listUsers(
  connection: Connection,
  { pageIndex, size, ...filters }: Filters & { pageIndex: number; size: number },
): Promise<Page<UserRow>> {
  const counted = await sql<{ total: bigint }>`SELECT count(*) AS total ${fromUsers(filters)}`.execute(connection)
  const rows = await read(connection, filters, { limit: size, offset: pageIndex * size })
  const results = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
  }))
  return pageOf(results, Number(counted.rows[0]?.total ?? 0n), size)
}

const headerOf = ({ users }: ExportWords): string[] => [users.id, users.email, users.role, users.createdAt, users.lastSignInAt, users.state]
const statesOf = ({ states }: ExportWords): Readonly<Record<AccountState, string>> => ({
  [ACCOUNT_STATE.unverified]: states.unverified,
  [ACCOUNT_STATE.verified]: states.verified,
  [ACCOUNT_STATE.suspended]: states.suspended,
  [ACCOUNT_STATE.closed]: states.closed,
})

export async function usersCsv(connection: Connection, filters: Filters, locale: Locale): Promise<CsvList> {
  const words = EXPORT_WORDS[locale]
  const rows = await read(connection, filters, { limit: CSV_ROWS_READ, offset: 0 })
  return listToCsv(headerOf(words), rows.map(cellsIn(words)), locale)
}

export const usersSheet = (filters: Filters, { locale }: Asking): Sheet =>
  sheetOf({
    header: headerOf(EXPORT_WORDS[locale]),
    count: sql<{ total: number }>`SELECT count(*)::integer AS total ${fromUsers(filters)}`,
    rows: select(filters, { limit: null, offset: 0 }),
    cells: cellsIn(EXPORT_WORDS[locale]),
  })

function cellsIn(words: ExportWords) {
  const states = statesOf(words)
  return ({ id, email, authorities: [highest], createdAt, lastSignInAt, state }: Row) => [
    id,
    email,
    highest ? words.roles[highest] : null,
    dateForSheets(createdAt),
    lastSignInAt && dateForSheets(lastSignInAt),
    states[state],
  ]
}

const read = async (connection: Connection, filters: Filters, page: { limit: number; offset: number }): Promise<Row[]> =>
  (await select(filters, page).execute(connection)).rows

const select = (filters: Filters, { limit, offset }: { limit: number | null; offset: number }): RawBuilder<Row> =>
  sql<Row>`SELECT id, email, authorities, created_at AS "createdAt", last_sign_in_at AS "lastSignInAt", state
    ${fromUsers(filters)} ${orderBy(COLUMNS, filters.sort, filters.order)} LIMIT ${limit} OFFSET ${offset}`

/** The role of a person is the first of their authorities. */
function fromUsers({ role, state, text }: Filters): RawBuilder<unknown> {
  const part = text?.trim().toLowerCase()
  const conditions = allOf([
    role ? sql`authorities[1] = ${role}` : null,
    state ? sql`state = ${state}` : null,
    part ? sql`(strpos(email, ${part}) > 0 OR id::text = ${part})` : null,
  ])
  return sql`FROM identity.user_report WHERE ${conditions}`
}
