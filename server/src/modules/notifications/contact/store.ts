import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export interface Ticket {
  readonly number: string
  readonly sender: string
  readonly subject: string
  readonly message: string
  /** Who was signed in; the address they typed may be another. */
  readonly accountId: string | null
  readonly receivedAt: Date
}

export async function insertTicket(tx: Connection, ticket: Ticket): Promise<void> {
  const { number, sender, subject, message, accountId, receivedAt } = ticket
  await sql`INSERT INTO notifications.contact_ticket (number, sender, subject, message, account_id, received_at)
    VALUES (${number}, ${sender}, ${subject}, ${message}, ${accountId}, ${receivedAt})`.execute(tx)
}
