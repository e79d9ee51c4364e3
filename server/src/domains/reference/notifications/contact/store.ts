/** SQL of contact tickets. */
import type { SupportTicket, TicketState } from '@tunjo/contract/tickets'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { TICKET_STATES } from './states.ts'

export interface Ticket {
  readonly number: string
  readonly sender: string
  readonly subject: string
  readonly message: string
  /** Account that was signed in; the typed address may be another. */
  readonly accountId: string | null
  readonly tokenHash: string
  readonly receivedAt: Date
}

export async function insertTicket(tx: Connection, ticket: Ticket): Promise<void> {
  const { number, sender, subject, message, accountId, tokenHash, receivedAt } = ticket
  await sql`INSERT INTO notifications.contact_ticket (number, sender, subject, message, account_id, token_hash, received_at, state,
      changed_at)
    VALUES (${number}, ${sender}, ${subject}, ${message}, ${accountId}, ${tokenHash}, ${receivedAt}, ${TICKET_STATES.initial},
      ${receivedAt})`.execute(tx)
}

export async function findTicketByToken(connection: Connection, tokenHash: string): Promise<{ number: string; state: TicketState } | null> {
  const found = await sql<{ number: string; state: TicketState }>`SELECT number, state
    FROM notifications.contact_ticket WHERE token_hash = ${tokenHash}`.execute(connection)
  return found.rows[0] ?? null
}

export async function lockTicket(tx: Transaction, number: string): Promise<{ number: string; state: TicketState } | null> {
  const found = await sql<{ number: string; state: TicketState }>`SELECT number, state FROM notifications.contact_ticket
    WHERE number = ${number} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

interface TicketRow extends Omit<SupportTicket, 'receivedAt' | 'changedAt'> {
  receivedAt: Date
  changedAt: Date
}
const TICKETS = sql`SELECT number, sender, subject, message, account_id AS "accountId", received_at AS "receivedAt", state,
    changed_at AS "changedAt" FROM notifications.contact_ticket`

export interface TicketPage {
  readonly state: TicketState | undefined
  /** Number of the last ticket of the previous page. */
  readonly before: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function listTickets(connection: Connection, { state, before, limit }: TicketPage): Promise<SupportTicket[]> {
  const ofState = state === undefined ? sql`true` : sql`state = ${state}`
  const older =
    before === undefined
      ? sql`true`
      : sql`(received_at, number) < (SELECT received_at, number FROM notifications.contact_ticket WHERE number = ${before})`
  const found = await sql<TicketRow>`${TICKETS} WHERE ${ofState} AND ${older}
    ORDER BY received_at DESC, number DESC LIMIT ${limit}`.execute(connection)
  return found.rows.map(shown)
}

export async function findTicket(connection: Connection, number: string): Promise<SupportTicket | null> {
  const found = await sql<TicketRow>`${TICKETS} WHERE number = ${number}`.execute(connection)
  return found.rows[0] ? shown(found.rows[0]) : null
}

const shown = ({ receivedAt, changedAt, ...ticket }: TicketRow): SupportTicket => ({
  ...ticket,
  receivedAt: receivedAt.toISOString(),
  changedAt: changedAt.toISOString(),
})
