/** SQL of staff roles: what holds now. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { StaffRole } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export interface StaffGrant {
  readonly accountId: string
  readonly roles: readonly StaffRole[]
  /** Null: the system, or with the account. */
  readonly grantedBy: string | null
  readonly at: Date
}

export async function rolesOf(connection: Connection, accountId: string): Promise<StaffRole[]> {
  const found = await sql<{ role: StaffRole }>`SELECT role FROM identity.staff_role WHERE account_id = ${accountId}
    ORDER BY role`.execute(connection)
  return found.rows.map(({ role }) => role)
}

/** Those that stay keep who granted them, and when. */
export async function replaceRoles(tx: Connection, { accountId, roles, grantedBy, at }: StaffGrant): Promise<void> {
  await sql`DELETE FROM identity.staff_role WHERE account_id = ${accountId} AND role <> ALL(${[...roles]}::text[])`.execute(tx)
  await sql`INSERT INTO identity.staff_role (account_id, role, granted_by, granted_at)
    SELECT ${accountId}, role, ${grantedBy}, ${at} FROM unnest(${[...roles]}::text[]) AS role ON CONFLICT DO NOTHING`.execute(tx)
}

/** Officers who may enter and hold one of the roles. */
export async function officersWith(connection: Connection, roles: readonly StaffRole[]): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT DISTINCT id FROM identity.account JOIN identity.staff_role ON account_id = id
    WHERE role = ANY(${[...roles]}::text[]) AND 'ROLE_ADMIN' = ANY(authorities) AND activated_at IS NOT NULL
      AND state NOT IN (${ACCOUNT_STATE.suspended}, ${ACCOUNT_STATE.closed}) ORDER BY id`.execute(connection)
  return found.rows.map(({ id }) => id)
}
