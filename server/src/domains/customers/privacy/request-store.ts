/** SQL of requests about personal data. */
import { DATA_REQUEST_KINDS, isClaim } from '@tunjo/contract/data-requests'
import { type RawBuilder, sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import type { RequestRow } from './types.ts'

const COLUMNS = sql`id, number, account_id AS "accountId", kind, state, version, filed_at AS "filedAt", term_from AS "termFrom", due_at AS "dueAt",
  extended_at AS "extendedAt", completion_asked_at AS "completionAskedAt", complete_by AS "completeBy", taken_by AS "takenBy",
  ended_at AS "endedAt"`

/** False for a used id: the request was filed before. */
export async function insertRequest(tx: Transaction, row: RequestRow): Promise<boolean> {
  const { id, number, accountId, kind, state, filedAt, termFrom, dueAt } = row
  const inserted = await sql`INSERT INTO privacy.data_request (id, number, account_id, kind, state, version, filed_at, term_from, due_at)
    VALUES (${id}, ${number}, ${accountId}, ${kind}, ${state}, 0, ${filedAt}, ${termFrom}, ${dueAt})
    ON CONFLICT (id) DO NOTHING RETURNING 1`.execute(tx)
  return inserted.rows.length > 0
}

const one = async (connection: Connection, query: RawBuilder<RequestRow>): Promise<RequestRow | null> =>
  (await query.execute(connection)).rows[0] ?? null

export const findRequest = (connection: Connection, id: string) =>
  one(connection, sql<RequestRow>`SELECT ${COLUMNS} FROM privacy.data_request WHERE id = ${id}`)

export const lockRequest = (tx: Transaction, id: string) =>
  one(tx, sql<RequestRow>`SELECT ${COLUMNS} FROM privacy.data_request WHERE id = ${id} FOR UPDATE`)

/** All of them, open ones first. */
export async function requestsOf(connection: Connection, accountId: string): Promise<RequestRow[]> {
  const found = await sql<RequestRow>`SELECT ${COLUMNS} FROM privacy.data_request WHERE account_id = ${accountId}
    ORDER BY ended_at IS NOT NULL, filed_at DESC, id DESC`.execute(connection)
  return found.rows
}

export async function hasOpenClaim(connection: Connection, accountId: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM privacy.data_request
    WHERE account_id = ${accountId} AND kind = ANY(${DATA_REQUEST_KINDS.filter(isClaim)}) AND ended_at IS NULL LIMIT 1`.execute(connection)
  return found.rows.length > 0
}

export interface QueueQuery {
  readonly show: 'open' | 'incomplete' | 'ended'
  /** Officer, who does not read their own requests as a customer. */
  readonly except: string
  readonly offset: number
  readonly limit: number
}

const SHOWN = {
  open: [sql`due_at IS NOT NULL`, sql`due_at, id`],
  incomplete: [sql`complete_by IS NOT NULL`, sql`complete_by, id`],
  ended: [sql`ended_at IS NOT NULL`, sql`ended_at DESC, id DESC`],
} as const

export async function queueOf(connection: Connection, { show, except, offset, limit }: QueueQuery): Promise<RequestRow[]> {
  const [wanted, order] = SHOWN[show]
  const found = await sql<RequestRow>`SELECT ${COLUMNS} FROM privacy.data_request WHERE ${wanted} AND account_id <> ${except}
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`.execute(connection)
  return found.rows
}

/** Open requests of all customers, or without the requesting officer's. */
export async function countOpen(connection: Connection, now: Date, except?: string): Promise<{ open: number; overdue: number }> {
  const others = except === undefined ? sql`true` : sql`account_id <> ${except}`
  const found = await sql<{ open: number; overdue: number }>`SELECT count(*)::int AS open,
      (count(*) FILTER (WHERE due_at <= ${now}))::int AS overdue
    FROM privacy.data_request WHERE due_at IS NOT NULL AND ${others}`.execute(connection)
  return found.rows[0] ?? { open: 0, overdue: 0 }
}

export async function countDue(connection: Connection, { after, until }: { after: Date; until: Date }): Promise<number> {
  const found = await sql<{ count: number }>`SELECT count(*)::int AS count FROM privacy.data_request
    WHERE due_at > ${after} AND due_at <= ${until}`.execute(connection)
  return found.rows[0]?.count ?? 0
}

export async function toDesist(connection: Connection, now: Date, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM privacy.data_request WHERE complete_by <= ${now}
    ORDER BY complete_by, id LIMIT ${limit}`.execute(connection)
  return found.rows.map(({ id }) => id)
}

export async function extendTerm(tx: Transaction, row: RequestRow, { dueAt, at }: { dueAt: Date; at: Date }): Promise<void> {
  await sql`UPDATE privacy.data_request SET version = ${row.version + 1}, due_at = ${dueAt}, extended_at = ${at} WHERE id = ${row.id}`.execute(
    tx,
  )
}

/** The officer who has it hands it over. */
export async function handOver(tx: Transaction, row: RequestRow, takenBy: string): Promise<void> {
  await sql`UPDATE privacy.data_request SET version = ${row.version + 1}, taken_by = ${takenBy} WHERE id = ${row.id}`.execute(tx)
}
