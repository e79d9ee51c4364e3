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

/**
 * The address that the mailbox with the link had when it was mailed: before the change it tells of, and before every change since. All of
 * them are undone, so that the link in a mailbox in between puts nothing back. Undefined when there is nothing to undo.
 */
export async function undoChanges(tx: Connection, link: { accountId: string; changeId: string | null; mailedAt: Date }, now: Date) {
  const { accountId, changeId, mailedAt } = link
  const undone = await sql<{ oldEmail: string }>`WITH earliest AS (
      SELECT old_email, changed_at FROM identity.email_change
      WHERE account_id = ${accountId} AND changed_at IS NOT NULL AND undone_at IS NULL AND (id = ${changeId} OR changed_at >= ${mailedAt})
      ORDER BY changed_at, created_at LIMIT 1),
    undone AS (UPDATE identity.email_change SET undone_at = ${now} FROM earliest
      WHERE account_id = ${accountId} AND email_change.changed_at >= earliest.changed_at AND undone_at IS NULL)
    SELECT old_email AS "oldEmail" FROM earliest`.execute(tx)
  return undone.rows[0]?.oldEmail
}
