/** SQL of removals of lost factors. */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export interface RemovalRow {
  id: string
  accountId: string
  dueAt: Date
}
export interface NewRemoval extends RemovalRow {
  askedAt: Date
  ip: string
}

const COLUMNS = sql`id, account_id AS "accountId", due_at AS "dueAt"`
const IS_OPEN = sql`cancelled_at IS NULL AND done_at IS NULL`

export async function insertRemoval(tx: Connection, { id, accountId, askedAt, ip, dueAt }: NewRemoval): Promise<void> {
  await sql`INSERT INTO identity.factor_removal (id, account_id, asked_at, ip, due_at)
    VALUES (${id}, ${accountId}, ${askedAt}, ${ip}, ${dueAt})`.execute(tx)
}

export async function findOpenRemoval(connection: Connection, id: string): Promise<RemovalRow | undefined> {
  const found = await sql<RemovalRow>`SELECT ${COLUMNS} FROM identity.factor_removal WHERE id = ${id} AND ${IS_OPEN}`.execute(connection)
  return found.rows[0]
}

export async function findOpenRemovalOf(connection: Connection, accountId: string): Promise<RemovalRow | undefined> {
  const found =
    await sql<RemovalRow>`SELECT ${COLUMNS} FROM identity.factor_removal WHERE account_id = ${accountId} AND ${IS_OPEN}`.execute(connection)
  return found.rows[0]
}

/** False when it was cancelled or done before. */
export async function markRemovalDone(tx: Connection, id: string, now: Date): Promise<boolean> {
  const done = await sql`UPDATE identity.factor_removal SET done_at = ${now} WHERE id = ${id} AND ${IS_OPEN} RETURNING 1`.execute(tx)
  return done.rows.length === 1
}

/** True when there was one. Under the lock of the account, as everything that ends a removal. */
export async function cancelOpenRemoval(tx: Connection, accountId: string, now: Date): Promise<boolean> {
  const cancelled = await sql`UPDATE identity.factor_removal SET cancelled_at = ${now}
    WHERE account_id = ${accountId} AND ${IS_OPEN} RETURNING 1`.execute(tx)
  return cancelled.rows.length === 1
}
