/** SQL of invitations. */
import type { StaffRole } from '@tunjo/contract/permissions'
import type { InvitationState } from '@tunjo/contract/staff-invitations'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { allOf, type Page, pageOf } from '../../../../platform/database/list-query.ts'

export interface InvitationRow {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly roles: StaffRole[]
  readonly invitedBy: string
  readonly approvedBy: string
  readonly tokenHash: string
  readonly invitedAt: Date
  readonly sentAt: Date
  readonly expiresAt: Date
  readonly state: InvitationState
  readonly endedAt: Date | null
  readonly accountId: string | null
}
export type NewInvitation = Omit<InvitationRow, 'endedAt' | 'accountId'>

const COLUMNS = sql`id, email, name, roles, invited_by AS "invitedBy", approved_by AS "approvedBy", token_hash AS "tokenHash",
  invited_at AS "invitedAt", sent_at AS "sentAt", expires_at AS "expiresAt", state, ended_at AS "endedAt", account_id AS "accountId"`

/** Undefined when one is open for the address. */
export async function insertInvitation(tx: Transaction, invitation: NewInvitation): Promise<InvitationRow | undefined> {
  const { id, email, name, roles, invitedBy, approvedBy, tokenHash, invitedAt, sentAt, expiresAt, state } = invitation
  const inserted = await sql<InvitationRow>`INSERT INTO staff.invitation
      (id, email, name, roles, invited_by, approved_by, token_hash, invited_at, sent_at, expires_at, state)
    VALUES (${id}, ${email}, ${name}, ${roles}, ${invitedBy}, ${approvedBy}, ${tokenHash}, ${invitedAt}, ${sentAt}, ${expiresAt}, ${state})
    ON CONFLICT (email) WHERE state = 'invited' DO NOTHING RETURNING ${COLUMNS}`.execute(tx)
  return inserted.rows[0]
}

/** Serialises the actions on one invitation. */
export const lockInvitation = (tx: Transaction, id: string): Promise<InvitationRow | undefined> => lock(tx, sql`id = ${id}`)

/** Invitation of this newest link, in any state. */
export const lockByToken = (tx: Transaction, tokenHash: string): Promise<InvitationRow | undefined> =>
  lock(tx, sql`token_hash = ${tokenHash}`)

/** Open invitation of the address, including an expired one that is not recorded yet. */
export const lockOpenOf = (tx: Transaction, email: string): Promise<InvitationRow | undefined> =>
  lock(tx, sql`email = ${email} AND state = 'invited'`)

async function lock(tx: Transaction, where: RawBuilder<unknown>): Promise<InvitationRow | undefined> {
  const found = await sql<InvitationRow>`SELECT ${COLUMNS} FROM staff.invitation WHERE ${where} FOR UPDATE`.execute(tx)
  return found.rows[0]
}

export async function findInvitation(connection: Connection, id: string): Promise<InvitationRow | undefined> {
  if (!isUuid(id)) return undefined
  const found = await sql<InvitationRow>`SELECT ${COLUMNS} FROM staff.invitation WHERE id = ${id}`.execute(connection)
  return found.rows[0]
}

export async function findByToken(connection: Connection, tokenHash: string): Promise<InvitationRow | undefined> {
  const found = await sql<InvitationRow>`SELECT ${COLUMNS} FROM staff.invitation WHERE token_hash = ${tokenHash}`.execute(connection)
  return found.rows[0]
}

export async function replaceLink(
  tx: Transaction,
  id: string,
  { tokenHash, sentAt, expiresAt }: Pick<InvitationRow, 'tokenHash' | 'sentAt' | 'expiresAt'>,
): Promise<void> {
  await sql`UPDATE staff.invitation SET token_hash = ${tokenHash}, sent_at = ${sentAt}, expires_at = ${expiresAt} WHERE id = ${id}`.execute(
    tx,
  )
}

/** Expired invitations, oldest first, that no other process has locked. */
export async function lockDue(tx: Transaction, now: Date, limit: number): Promise<InvitationRow[]> {
  const found = await sql<InvitationRow>`SELECT ${COLUMNS} FROM staff.invitation WHERE state = 'invited' AND expires_at <= ${now}
    ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(tx)
  return found.rows
}

interface Asked {
  readonly state?: InvitationState | undefined
  readonly now: Date
  readonly pageIndex: number
  readonly size: number
}

/** An expired invitation is shown as such before the expiry is recorded. */
export async function listInvitations(connection: Connection, { state, now, pageIndex, size }: Asked): Promise<Page<InvitationRow>> {
  const isDue = sql`(state = 'invited' AND expires_at <= ${now})`
  const conditions = {
    invited: sql`state = 'invited' AND expires_at > ${now}`,
    accepted: sql`state = 'accepted'`,
    expired: sql`(state = 'expired' OR ${isDue})`,
    revoked: sql`state = 'revoked'`,
  }
  const where = allOf([state ? conditions[state] : null])
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM staff.invitation WHERE ${where}`.execute(connection)
  const found = await sql<InvitationRow>`SELECT ${COLUMNS} FROM staff.invitation WHERE ${where}
    ORDER BY (state = 'invited') DESC, invited_at DESC, id DESC LIMIT ${size} OFFSET ${pageIndex * size}`.execute(connection)
  return pageOf(found.rows, counted.rows[0]?.total ?? 0, size)
}
