/**
 * SQL of the links by which an operator creates the first administrators. The product's role ends them and cannot create one
 * (migrations/owner.json).
 */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { StaffRole } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

export interface AdministratorLink {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly tokenHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

const COLUMNS = sql`id, email, name, token_hash AS "tokenHash", created_at AS "createdAt", expires_at AS "expiresAt"`

/** Serialises creating and using links until the end of the transaction. */
export async function lockAdministratorLinks(tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('identity.administrator_link', 0))`.execute(tx)
}

export async function insertLink(tx: Transaction, { id, email, name, tokenHash, createdAt, expiresAt }: AdministratorLink): Promise<void> {
  await sql`INSERT INTO identity.administrator_link (id, email, name, token_hash, created_at, expires_at)
    VALUES (${id}, ${email}, ${name}, ${tokenHash}, ${createdAt}, ${expiresAt})`.execute(tx)
}

export async function endLink(tx: Transaction, id: string, { at, accountId }: { at: Date; accountId: string | null }): Promise<void> {
  await sql`UPDATE identity.administrator_link SET ended_at = ${at}, account_id = ${accountId} WHERE id = ${id}`.execute(tx)
}

export async function findOpenLink(connection: Connection, tokenHash: string, now: Date): Promise<AdministratorLink | undefined> {
  const found = await sql<AdministratorLink>`SELECT ${COLUMNS} FROM identity.administrator_link
    WHERE token_hash = ${tokenHash} AND ended_at IS NULL AND expires_at > ${now}`.execute(connection)
  return found.rows[0]
}

/** Links not ended by a use or by another link; `expiresAt` shows whether one still works. */
export async function listUnendedLinks(connection: Connection): Promise<AdministratorLink[]> {
  const found = await sql<AdministratorLink>`SELECT ${COLUMNS} FROM identity.administrator_link WHERE ended_at IS NULL
    ORDER BY created_at`.execute(connection)
  return found.rows
}

/** Officers with one of the roles whose account is not closed, also those who may not sign in at this moment. */
export async function countOfficersWith(connection: Connection, roles: readonly StaffRole[]): Promise<number> {
  const found = await sql<{ count: number }>`SELECT count(DISTINCT account.id)::int AS count
    FROM identity.account JOIN identity.staff_role ON account_id = account.id
    WHERE role = ANY(${[...roles]}::text[]) AND 'ROLE_ADMIN' = ANY(authorities) AND state <> ${ACCOUNT_STATE.closed}`.execute(connection)
  return found.rows[0]?.count ?? 0
}
