/** SQL of changes of e-mail. */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export type Mailbox = 'old' | 'new'

export interface EmailChangeRow {
  id: string
  accountId: string
  oldEmail: string
  newEmail: string
  expiresAt: Date
  confirmedOldAt: Date | null
  confirmedNewAt: Date | null
}

const COLUMNS = sql`id, account_id AS "accountId", old_email AS "oldEmail", new_email AS "newEmail", expires_at AS "expiresAt",
  confirmed_old_at AS "confirmedOldAt", confirmed_new_at AS "confirmedNewAt"`
const IS_OPEN = sql`changed_at IS NULL AND cancelled_at IS NULL`

export interface NewEmailChange {
  id: string
  accountId: string
  oldEmail: string
  newEmail: string
  createdAt: Date
  expiresAt: Date
}

export async function insertEmailChange(tx: Connection, change: NewEmailChange): Promise<EmailChangeRow> {
  const { id, accountId, oldEmail, newEmail, createdAt, expiresAt } = change
  await sql`INSERT INTO identity.email_change (id, account_id, old_email, new_email, created_at, expires_at)
    VALUES (${id}, ${accountId}, ${oldEmail}, ${newEmail}, ${createdAt}, ${expiresAt})`.execute(tx)
  return { id, accountId, oldEmail, newEmail, expiresAt, confirmedOldAt: null, confirmedNewAt: null }
}

export async function findOpenChange(connection: Connection, accountId: string, now: Date): Promise<EmailChangeRow | undefined> {
  const found = await sql<EmailChangeRow>`SELECT ${COLUMNS} FROM identity.email_change
    WHERE account_id = ${accountId} AND ${IS_OPEN} AND expires_at > ${now}`.execute(connection)
  return found.rows[0]
}

/** True when there was one; one that nobody finished in time counts too. */
export async function cancelOpenChange(tx: Connection, accountId: string, now: Date): Promise<boolean> {
  const cancelled = await sql`UPDATE identity.email_change SET cancelled_at = ${now}
    WHERE account_id = ${accountId} AND ${IS_OPEN} RETURNING 1`.execute(tx)
  return cancelled.rows.length > 0
}

/** Undefined when the change is over. */
export async function confirmMailbox(tx: Connection, id: string, mailbox: Mailbox, now: Date): Promise<EmailChangeRow | undefined> {
  const column = mailbox === 'old' ? sql`confirmed_old_at` : sql`confirmed_new_at`
  const confirmed = await sql<EmailChangeRow>`UPDATE identity.email_change SET ${column} = ${now}
    WHERE id = ${id} AND ${IS_OPEN} AND expires_at > ${now} RETURNING ${COLUMNS}`.execute(tx)
  return confirmed.rows[0]
}

export async function markChanged(tx: Connection, id: string, now: Date): Promise<void> {
  await sql`UPDATE identity.email_change SET changed_at = ${now} WHERE id = ${id}`.execute(tx)
}

/** The address before a change that was made, once. */
export async function undoChange(tx: Connection, id: string, now: Date): Promise<string | undefined> {
  const undone = await sql<{ oldEmail: string }>`UPDATE identity.email_change SET undone_at = ${now}
    WHERE id = ${id} AND changed_at IS NOT NULL AND undone_at IS NULL RETURNING old_email AS "oldEmail"`.execute(tx)
  return undone.rows[0]?.oldEmail
}
