import type { SupportTicket, TicketState, TicketStep } from '@tunjo/contract/tickets'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export interface Ticket {
  readonly number: string
  readonly sender: string
  readonly subject: string
  readonly message: string
  /** Who was signed in; the address they typed may be another. */
  readonly accountId: string | null
  readonly tokenHash: string
  readonly receivedAt: Date
}

export async function insertTicket(tx: Connection, ticket: Ticket): Promise<void> {
  const { number, sender, subject, message, accountId, tokenHash, receivedAt } = ticket
  await sql`INSERT INTO notifications.contact_ticket (number, sender, subject, message, account_id, token_hash, received_at)
    VALUES (${number}, ${sender}, ${subject}, ${message}, ${accountId}, ${tokenHash}, ${receivedAt})`.execute(tx)
}

export async function findTicketByToken(connection: Connection, tokenHash: string): Promise<{ number: string; receivedAt: Date } | null> {
  const found = await sql<{ number: string; receivedAt: Date }>`SELECT number, received_at AS "receivedAt"
    FROM notifications.contact_ticket WHERE token_hash = ${tokenHash}`.execute(connection)
  return found.rows[0] ?? null
}

/** After it was received. */
export async function stepsOf(connection: Connection, number: string): Promise<TicketStep[]> {
  const found = await sql<{ state: TicketState; at: Date }>`SELECT state, at FROM notifications.contact_step
    WHERE ticket = ${number} ORDER BY position`.execute(connection)
  return found.rows.map(({ state, at }) => ({ state, at: at.toISOString() }))
}

interface TicketRow extends Omit<SupportTicket, 'receivedAt' | 'changedAt'> {
  receivedAt: Date
  changedAt: Date
}
const TICKETS = sql`SELECT number, sender, subject, message, account_id AS "accountId", received_at AS "receivedAt",
    coalesce(last.state, 'received') AS state, coalesce(last.at, received_at) AS "changedAt"
  FROM notifications.contact_ticket LEFT JOIN LATERAL (SELECT state, at FROM notifications.contact_step
    WHERE ticket = number ORDER BY position DESC LIMIT 1) AS last ON true`

export interface TicketPage {
  readonly state: TicketState | undefined
  /** Number of the last ticket of the page before. */
  readonly before: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function listTickets(connection: Connection, { state, before, limit }: TicketPage): Promise<SupportTicket[]> {
  const ofState = state === undefined ? sql`true` : sql`coalesce(last.state, 'received') = ${state}`
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

export interface NewStep {
  readonly number: string
  readonly position: number
  readonly state: Exclude<TicketState, 'received'>
  readonly at: Date
  readonly officerId: string
}

/** False when another officer took this step first. */
export async function insertStep(connection: Connection, { number, position, state, at, officerId }: NewStep): Promise<boolean> {
  const inserted = await sql`INSERT INTO notifications.contact_step (ticket, position, state, at, officer_id)
    VALUES (${number}, ${position}, ${state}, ${at}, ${officerId}) ON CONFLICT (ticket, position) DO NOTHING RETURNING 1`.execute(
    connection,
  )
  return inserted.rows.length === 1
}
