/** SQL of mails that wait to be sent. */
import type { Locale } from '@tunjo/contract/locales'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { MailRequest } from './types.ts'

type UnsentMail = Omit<MailRequest, 'locale'> & { ownerId: string | null; locale: Locale | null; requestedAt: Date }

export async function insertMail(tx: Connection, id: string, mail: MailRequest, now: Date): Promise<void> {
  const { to, template, values, accountId = null, locale = null } = mail
  await sql`INSERT INTO notifications.mail (id, recipient, template, text_values, account_id, locale, requested_at)
    VALUES (${id}, ${to}, ${template}, ${JSON.stringify(values)}, ${accountId}, ${locale}, ${now})`.execute(tx)
}

/** Undefined when it was sent before. */
export async function findUnsentMail(connection: Connection, id: string): Promise<UnsentMail | undefined> {
  const found = await sql<UnsentMail>`SELECT recipient AS "to", template, text_values AS "values", account_id AS "ownerId", locale,
      requested_at AS "requestedAt" FROM notifications.mail
    WHERE id = ${id} AND sent_at IS NULL`.execute(connection)
  return found.rows[0]
}

export async function markMailSent(connection: Connection, id: string, now: Date): Promise<void> {
  await sql`UPDATE notifications.mail SET sent_at = ${now}, text_values = NULL WHERE id = ${id}`.execute(connection)
}
