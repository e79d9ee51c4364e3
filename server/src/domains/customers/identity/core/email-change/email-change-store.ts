/** SQL of changes of e-mail. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../../platform/database/database.ts'
import type { EmailChangeState } from './states.ts'

export type Mailbox = 'old' | 'new'

export interface EmailChangeRow {
  id: string
  accountId: string
  oldEmail: string
  newEmail: string
  expiresAt: Date
  state: EmailChangeState
  confirmedOldAt: Date | null
  confirmedNewAt: Date | null
}

const COLUMNS = sql`id, account_id AS "accountId", old_email AS "oldEmail", new_email AS "newEmail", expires_at AS "expiresAt", state,
  confirmed_old_at AS "confirmedOldAt", confirmed_new_at AS "confirmedNewAt"`
const IS_OPEN = sql`state = 'asked'`

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
  await sql`INSERT INTO identity.email_change (id, account_id, old_email, new_email, created_at, expires_at, state)
    VALUES (${id}, ${accountId}, ${oldEmail}, ${newEmail}, ${createdAt}, ${expiresAt}, 'asked')`.execute(tx)
  return { id, accountId, oldEmail, newEmail, expiresAt, state: 'asked', confirmedOldAt: null, confirmedNewAt: null }
}

export async function findOpenChange(connection: Connection, accountId: string, now: Date): Promise<EmailChangeRow | undefined> {
  const found = await sql<EmailChangeRow>`SELECT ${COLUMNS} FROM identity.email_change
    WHERE account_id = ${accountId} AND ${IS_OPEN} AND expires_at > ${now}`.execute(connection)
  return found.rows[0]
}

export async function lockEmailChange(tx: Transaction, id: string): Promise<EmailChangeRow | undefined> {
  const found = await sql<EmailChangeRow>`SELECT ${COLUMNS} FROM identity.email_change WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0]
}

/** Open change of the account, including one that expired unfinished. */
export async function lockOpenChange(tx: Transaction, accountId: string): Promise<EmailChangeRow | undefined> {
  const found = await sql<EmailChangeRow>`SELECT ${COLUMNS} FROM identity.email_change
    WHERE account_id = ${accountId} AND ${IS_OPEN} FOR UPDATE`.execute(tx)
  return found.rows[0]
}

/** Undefined when the change has ended. */
export async function confirmMailbox(tx: Connection, id: string, mailbox: Mailbox, now: Date): Promise<EmailChangeRow | undefined> {
  const column = mailbox === 'old' ? sql`confirmed_old_at` : sql`confirmed_new_at`
  const confirmed = await sql<EmailChangeRow>`UPDATE identity.email_change SET ${column} = ${now}
    WHERE id = ${id} AND ${IS_OPEN} AND expires_at > ${now} RETURNING ${COLUMNS}`.execute(tx)
  return confirmed.rows[0]
}

export interface ToUndo {
  readonly accountId: string
  /** The change that the mail reported, if it reported one. */
  readonly changeId: string | null
  readonly mailedAt: Date
}

/** The change that a mail reported, or the first after it, and every one since; earliest first. */
export async function lockChangesSince(tx: Transaction, { accountId, changeId, mailedAt }: ToUndo): Promise<EmailChangeRow[]> {
  const found = await sql<EmailChangeRow>`SELECT ${COLUMNS} FROM identity.email_change
    WHERE account_id = ${accountId} AND state = 'changed' AND changed_at >= (
      SELECT min(changed_at) FROM identity.email_change
      WHERE account_id = ${accountId} AND state = 'changed' AND (id = ${changeId} OR changed_at >= ${mailedAt}))
    ORDER BY changed_at, created_at FOR UPDATE`.execute(tx)
  return found.rows
}
