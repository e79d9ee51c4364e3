/** SQL of staff roles in force. */
import { ACCOUNT_STATE, type AccountState } from '@tunjo/contract/identity'
import type { StaffRole } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { allOf, type Page, pageOf } from '../../../../platform/database/list-query.ts'

export interface StaffGrant {
  readonly accountId: string
  readonly roles: readonly StaffRole[]
  /** Null when granted by the system, or with the account. */
  readonly grantedBy: string | null
  readonly at: Date
}

export async function rolesOf(connection: Connection, accountId: string): Promise<StaffRole[]> {
  const found = await sql<{ role: StaffRole }>`SELECT role FROM identity.staff_role WHERE account_id = ${accountId}
    ORDER BY role`.execute(connection)
  return found.rows.map(({ role }) => role)
}

/** Unchanged roles keep their grantor and time. */
export async function replaceRoles(tx: Connection, { accountId, roles, grantedBy, at }: StaffGrant): Promise<void> {
  await sql`DELETE FROM identity.staff_role WHERE account_id = ${accountId} AND role <> ALL(${[...roles]}::text[])`.execute(tx)
  await sql`INSERT INTO identity.staff_role (account_id, role, granted_by, granted_at)
    SELECT ${accountId}, role, ${grantedBy}, ${at} FROM unnest(${[...roles]}::text[]) AS role ON CONFLICT DO NOTHING`.execute(tx)
}

const HAS_FACTOR = sql`(EXISTS (SELECT FROM identity.totp WHERE account_id = account.id AND confirmed_at IS NOT NULL)
  OR EXISTS (SELECT FROM identity.passkey WHERE account_id = account.id))`

/** Officers who may sign in and hold one of the roles. */
export async function officersWith(connection: Connection, roles: readonly StaffRole[]): Promise<string[]> {
  const found = await sql<{
    id: string
  }>`SELECT DISTINCT account.id FROM identity.account JOIN identity.staff_role ON account_id = account.id
    WHERE (NOT factor_required OR ${HAS_FACTOR}) AND role = ANY(${[...roles]}::text[]) AND 'ROLE_ADMIN' = ANY(authorities) AND activated_at IS NOT NULL
      AND frozen_at IS NULL AND state NOT IN (${ACCOUNT_STATE.suspended}, ${ACCOUNT_STATE.closed}) ORDER BY account.id`.execute(connection)
  return found.rows.map(({ id }) => id)
}

export interface StaffMember {
  readonly id: string
  readonly email: string
  readonly roles: readonly StaffRole[]
  readonly state: AccountState
  readonly hasSecondFactor: boolean
  readonly lastSignInAt: Date | null
}
export interface StaffAsked {
  readonly role?: StaffRole | undefined
  /** Part of the e-mail. */
  readonly text?: string | undefined
  readonly pageIndex: number
  readonly size: number
}

/** Officers whose account is not closed, by e-mail. */
export async function listStaff(connection: Connection, { role, text, pageIndex, size }: StaffAsked): Promise<Page<StaffMember>> {
  const part = text?.trim().toLowerCase()
  const where = allOf([
    sql`'ROLE_ADMIN' = ANY(authorities) AND state <> ${ACCOUNT_STATE.closed}`,
    role ? sql`EXISTS (SELECT FROM identity.staff_role WHERE account_id = account.id AND role = ${role})` : null,
    part ? sql`strpos(email, ${part}) > 0` : null,
  ])
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM identity.account WHERE ${where}`.execute(connection)
  const found = await sql<StaffMember>`SELECT id, email, state,
      ARRAY(SELECT role FROM identity.staff_role WHERE account_id = account.id ORDER BY role) AS roles,
      ${HAS_FACTOR} AS "hasSecondFactor",
      (SELECT max(at) FROM identity.sign_in WHERE account_id = account.id AND result = 'entered') AS "lastSignInAt"
    FROM identity.account WHERE ${where} ORDER BY email LIMIT ${size} OFFSET ${pageIndex * size}`.execute(connection)
  return pageOf(found.rows, counted.rows[0]?.total ?? 0, size)
}
