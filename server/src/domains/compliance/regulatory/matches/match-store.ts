/** SQL of confirmed matches with binding lists, and of the notified authorities. */
import { type BindingList, MATCH_AUTHORITIES, type MatchAuthority, type MatchState } from '@tunjo/contract/regulatory-matches'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { allOf } from '../../../../platform/database/list-query.ts'

export interface MatchRow {
  readonly id: string
  readonly accountId: string
  readonly list: BindingList
  readonly entryId: string
  readonly hitId: string
  readonly about: 'self' | 'payer'
  readonly confirmedAt: Date
  readonly dueAt: Date
}
const COLUMNS = sql`id, account_id AS "accountId", list, entry_id AS "entryId", hit_id AS "hitId", about, confirmed_at AS "confirmedAt",
  due_at AS "dueAt"`
const NOTIFIED = sql`(SELECT count(*) FROM regulatory.match_notice WHERE match_id = match.id)`
const IS_OPEN = sql`${NOTIFIED} < ${MATCH_AUTHORITIES.length}`

/** False when this person and this entry exist already. */
export async function insertMatch(tx: Transaction, match: MatchRow): Promise<boolean> {
  const { id, accountId, list, entryId, hitId, about, confirmedAt, dueAt } = match
  const inserted = await sql`INSERT INTO regulatory.match (id, account_id, list, entry_id, hit_id, about, confirmed_at, due_at)
    VALUES (${id}, ${accountId}, ${list}, ${entryId}, ${hitId}, ${about}, ${confirmedAt}, ${dueAt})
    ON CONFLICT (account_id, list, entry_id) DO NOTHING RETURNING 1`.execute(tx)
  return inserted.rows.length > 0
}

export async function findMatch(connection: Connection, id: string): Promise<MatchRow | null> {
  const found = await sql<MatchRow>`SELECT ${COLUMNS} FROM regulatory.match WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}

interface MatchSearch {
  readonly state: MatchState | null
  readonly now: Date
  /** Officer, who may not read a match about themselves. */
  readonly except: string
  readonly offset: number
  readonly size: number
}
/** Matches with a pending notice first, by their deadline; then the newest. */
export async function listMatches(
  connection: Connection,
  { state, now, except, offset, size }: MatchSearch,
): Promise<{ rows: MatchRow[]; total: number }> {
  const where = allOf([sql`account_id <> ${except}`, state && inState(state, now)])
  const rows = await sql<MatchRow>`SELECT ${COLUMNS} FROM regulatory.match WHERE ${where}
    ORDER BY ${IS_OPEN} DESC, CASE WHEN ${IS_OPEN} THEN due_at END, id DESC LIMIT ${size} OFFSET ${offset}`.execute(connection)
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM regulatory.match WHERE ${where}`.execute(connection)
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 }
}
function inState(state: MatchState, now: Date) {
  if (state === 'informed') return sql`NOT ${IS_OPEN}`
  return state === 'due' ? sql`${IS_OPEN} AND due_at >= ${now}` : sql`${IS_OPEN} AND due_at < ${now}`
}

export interface MatchCount {
  readonly due: number
  readonly overdue: number
  readonly nextDueAt: Date | null
}
/** Matches with a pending notice; none about `except`. */
export async function countMatches(connection: Connection, { except, now }: { except: string | null; now: Date }): Promise<MatchCount> {
  const found = await sql<MatchCount>`SELECT (count(*) FILTER (WHERE due_at >= ${now}))::int AS due,
      (count(*) FILTER (WHERE due_at < ${now}))::int AS overdue, min(due_at) AS "nextDueAt"
    FROM regulatory.match WHERE ${IS_OPEN} AND account_id IS DISTINCT FROM ${except}::uuid`.execute(connection)
  return found.rows[0] ?? { due: 0, overdue: 0, nextDueAt: null }
}

export interface NoticeRow {
  readonly matchId: string
  readonly authority: MatchAuthority
  readonly number: string
  /** `2026-11-21` */
  readonly on: string
  readonly by: string
  readonly at: Date
}
/** False when this authority was notified already. */
export async function insertNotice(tx: Transaction, { matchId, authority, number, on, by, at }: NoticeRow): Promise<boolean> {
  const inserted = await sql`INSERT INTO regulatory.match_notice (match_id, authority, number, "on", by, at)
    VALUES (${matchId}, ${authority}, ${number}, ${on}, ${by}, ${at}) ON CONFLICT (match_id, authority) DO NOTHING RETURNING 1`.execute(tx)
  return inserted.rows.length > 0
}
export async function noticesOf(connection: Connection, matchIds: readonly string[]): Promise<NoticeRow[]> {
  const found = await sql<NoticeRow>`SELECT match_id AS "matchId", authority, number, to_char("on", 'YYYY-MM-DD') AS "on", by, at
    FROM regulatory.match_notice WHERE match_id = ANY(${[...matchIds]}::uuid[]) ORDER BY at, authority`.execute(connection)
  return found.rows
}

/** True when a notice is pending, or the last authority was notified later than this. */
export async function isMatched(connection: Connection, accountId: string, notifiedAfter: Date): Promise<boolean> {
  const found = await sql`SELECT FROM regulatory.match WHERE account_id = ${accountId}
    AND (${IS_OPEN} OR EXISTS (SELECT FROM regulatory.match_notice WHERE match_id = match.id AND at > ${notifiedAfter})) LIMIT 1`.execute(
    connection,
  )
  return found.rows.length > 0
}
