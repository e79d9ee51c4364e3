/** SQL of MFA resets. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../../platform/database/database.ts'
import type { RemovalState } from './states.ts'

export interface RemovalRow {
  id: string
  accountId: string
  dueAt: Date
  state: RemovalState
}
export interface NewRemoval extends RemovalRow {
  askedAt: Date
  ip: string
}

const COLUMNS = sql`id, account_id AS "accountId", due_at AS "dueAt", state`
const IS_OPEN = sql`state = 'waiting'`

export async function insertRemoval(tx: Connection, { id, accountId, askedAt, ip, dueAt, state }: NewRemoval): Promise<void> {
  await sql`INSERT INTO identity.factor_removal (id, account_id, asked_at, ip, due_at, state)
    VALUES (${id}, ${accountId}, ${askedAt}, ${ip}, ${dueAt}, ${state})`.execute(tx)
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

export async function lockRemoval(tx: Transaction, id: string): Promise<RemovalRow | undefined> {
  const found = await sql<RemovalRow>`SELECT ${COLUMNS} FROM identity.factor_removal WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0]
}
