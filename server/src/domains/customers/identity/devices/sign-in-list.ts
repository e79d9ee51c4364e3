/** Sign-in history of a person, filtered, ordered and in pages (ID-06). */
import type { SIGN_IN_SORTS, SignInFilters, SignInRow } from '@tunjo/contract/devices'
import type { Locale } from '@tunjo/contract/locales'
import { SIGN_IN_LABELS } from '@tunjo/contract/sign-in-labels'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { CSV_ROWS_READ, listToCsv } from '../../../../platform/csv/csv.ts'
import { dateForSheets } from '../../../../platform/csv/date-for-sheets.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import { allOf, foldText, orderBy, type Page, pageOf } from '../../../../platform/database/list-query.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { originIn } from '../core/devices/translate-origin.ts'

type Filters = z.output<typeof SignInFilters>
type Row = Omit<SignInRow, 'at' | 'session'> & { at: Date; sessionId: string | null; overAt: Date | null }

const COLUMNS: Record<(typeof SIGN_IN_SORTS)[number], string> = {
  at: 'at',
  ip: 'ip',
  place: 'place',
  system: 'system',
  deviceKind: 'device_kind',
}

export async function listSignIns(
  connection: Connection,
  { accountId, sessionId }: Caller,
  { pageIndex, size, ...filters }: Filters & { pageIndex: number; size: number },
  now: Date,
): Promise<Page<SignInRow>> {
  const counted = await sql<{ total: bigint }>`SELECT count(*) AS total ${fromHistory(accountId, filters)}`.execute(connection)
  const rows = await read(connection, accountId, filters, { limit: size, offset: pageIndex * size })
  const results = rows.map(({ overAt, sessionId: id, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    session: id === null ? null : { id, live: isLive(overAt, now), current: id === sessionId },
  }))
  return pageOf(results, Number(counted.rows[0]?.total ?? 0n), size)
}

export async function signInsCsv(
  connection: Connection,
  { accountId }: Caller,
  filters: Filters,
  { now, locale }: { now: Date; locale: Locale },
): Promise<string> {
  const { headers, deviceKinds, results, sessions } = SIGN_IN_LABELS[locale]
  const { id, at, ip, place, system, deviceKind, browser, result, session } = headers
  const rows = await read(connection, accountId, filters, { limit: CSV_ROWS_READ, offset: 0 })
  const lines = rows
    .map((stored) => originIn(stored, locale))
    .map((row) => [
      row.id,
      dateForSheets(row.at),
      row.ip,
      row.place,
      row.system,
      deviceKinds[row.deviceKind],
      row.browser,
      results[row.result],
      row.sessionId === null ? null : isLive(row.overAt, now) ? sessions.live : sessions.over,
    ])
  return listToCsv([id, at, ip, place, system, deviceKind, browser, result, session], lines, locale).text
}

const isLive = (overAt: Date | null, now: Date): boolean => overAt !== null && now < overAt

async function read(
  connection: Connection,
  accountId: string,
  filters: Filters,
  { limit, offset }: { limit: number; offset: number },
): Promise<Row[]> {
  const found = await sql<Row>`SELECT id, at, ip, place, country, system, device_kind AS "deviceKind", browser, result,
      session_id AS "sessionId", session_over_at AS "overAt"
    ${fromHistory(accountId, filters)} ${orderBy(COLUMNS, filters.sort, filters.order)} LIMIT ${limit} OFFSET ${offset}`.execute(connection)
  return found.rows
}

function fromHistory(accountId: string, { from, to, result, deviceKind, text }: Filters): RawBuilder<unknown> {
  const conditions = allOf([
    sql`account_id = ${accountId}`,
    from ? sql`at >= ${new Date(from)}` : null,
    to ? sql`at <= ${new Date(to)}` : null,
    result ? sql`result = ${result}` : null,
    deviceKind ? sql`device_kind = ${deviceKind}` : null,
    text ? sql`strpos(search_text, ${foldText(text)}) > 0` : null,
  ])
  return sql`FROM identity.sign_in_report WHERE ${conditions}`
}
