/** Owner and granted rights of a view that is dropped and created again: a new one would have none of them. */
import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'

interface Granted {
  readonly grantee: string
  readonly isPublic: boolean
  readonly privilege: string
  readonly column: string | null
  readonly isGrantable: boolean
}

export interface ViewRights {
  readonly owner: string
  readonly granted: readonly Granted[]
}

/** Rights of all but the owner, on the whole view and on single columns. */
const GRANTED = `SELECT pg_get_userbyid(grantee)::text AS grantee, grantee = 0 AS "isPublic", privilege_type AS privilege, "column",
    is_grantable AS "isGrantable"
  FROM (SELECT relacl AS acl, NULL::text AS "column", relowner FROM pg_class WHERE oid = $name
    UNION ALL SELECT attacl, attname::text, relowner FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE attrelid = $name) AS acls,
    aclexplode(acl)
  WHERE grantee <> relowner`

const grantedOn = async (tx: Transaction, name: string): Promise<Granted[]> =>
  (await sql<Granted>`${sql.raw(GRANTED.replaceAll('$name', `'${name}'::regclass`))}`.execute(tx)).rows

export async function readRights(tx: Transaction, name: string): Promise<ViewRights> {
  const found = await sql<{
    owner: string
  }>`SELECT pg_get_userbyid(relowner)::text AS owner FROM pg_class WHERE oid = ${name}::regclass`.execute(tx)
  return { owner: found.rows[0]?.owner ?? '', granted: await grantedOn(tx, name) }
}

/** Gives a view that was created again what the one before it had, and nothing that default privileges added. */
export async function restoreRights(tx: Transaction, name: string, { owner, granted }: ViewRights): Promise<void> {
  const view = sql.id(...name.split('.'))
  const to = ({ grantee, isPublic }: Granted) => (isPublic ? sql`PUBLIC` : sql.id(grantee))
  for (const right of await grantedOn(tx, name)) await sql`REVOKE ALL ON ${view} FROM ${to(right)}`.execute(tx)
  const columns = await sql<{ name: string }>`SELECT attname::text AS name FROM pg_attribute WHERE attrelid = ${name}::regclass`.execute(tx)
  const present = new Set(columns.rows.map((column) => column.name))
  for (const right of granted.filter(({ column }) => column === null || present.has(column))) {
    const on = right.column === null ? sql`` : sql` (${sql.id(right.column)})`
    const option = right.isGrantable ? sql` WITH GRANT OPTION` : sql``
    await sql`GRANT ${sql.raw(right.privilege)}${on} ON ${view} TO ${to(right)}${option}`.execute(tx)
  }
  const now = await sql<{ user: string }>`SELECT current_user::text AS user`.execute(tx)
  if (now.rows[0]?.user !== owner) await sql`ALTER VIEW ${view} OWNER TO ${sql.id(owner)}`.execute(tx)
}
