/** SQL of the tickets between a right password and the second factor. */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

/** The browser that began, as far as a server can tell. */
export interface TicketHolder {
  tokenHash: string
  network: string
  userAgentHash: string
}
export interface NewTicket extends TicketHolder {
  accountId: string
  challengeHash: string | null
  expiresAt: Date
}
export interface AskedTicket {
  accountId: string
  challengeHash: string | null
  expiresAt: Date
}

const heldBy = ({ tokenHash, network, userAgentHash }: TicketHolder) =>
  sql`token_hash = ${tokenHash} AND network = ${network} AND user_agent_hash = ${userAgentHash} AND used_at IS NULL`

export async function insertTicket(connection: Connection, ticket: NewTicket): Promise<void> {
  const { tokenHash, accountId, network, userAgentHash, challengeHash, expiresAt } = ticket
  await sql`INSERT INTO identity.sign_in_ticket (token_hash, account_id, network, user_agent_hash, challenge_hash, expires_at)
    VALUES (${tokenHash}, ${accountId}, ${network}, ${userAgentHash}, ${challengeHash}, ${expiresAt})`.execute(connection)
}

/** Counts before the proof is looked at. Undefined when nothing is left to try. */
export async function countTicketTry(
  connection: Connection,
  holder: TicketHolder,
  { triesMax, now }: { triesMax: number; now: Date },
): Promise<AskedTicket | undefined> {
  const counted = await sql<AskedTicket>`UPDATE identity.sign_in_ticket SET tries = tries + 1
    WHERE ${heldBy(holder)} AND expires_at > ${now} AND tries < ${triesMax}
    RETURNING account_id AS "accountId", challenge_hash AS "challengeHash", expires_at AS "expiresAt"`.execute(connection)
  return counted.rows[0]
}

/** Counts nothing: for what proves no factor. */
export async function findTicket(connection: Connection, holder: TicketHolder, now: Date): Promise<AskedTicket | undefined> {
  const found = await sql<AskedTicket>`SELECT account_id AS "accountId", challenge_hash AS "challengeHash", expires_at AS "expiresAt"
    FROM identity.sign_in_ticket WHERE ${heldBy(holder)} AND expires_at > ${now}`.execute(connection)
  return found.rows[0]
}

export async function isTicketWornOut(connection: Connection, holder: TicketHolder, triesMax: number): Promise<boolean> {
  const found = await sql`SELECT 1 FROM identity.sign_in_ticket WHERE ${heldBy(holder)} AND tries >= ${triesMax}`.execute(connection)
  return found.rows.length === 1
}

export async function markTicketUsed(tx: Connection, tokenHash: string, now: Date): Promise<boolean> {
  const used = await sql`UPDATE identity.sign_in_ticket SET used_at = ${now}
    WHERE token_hash = ${tokenHash} AND used_at IS NULL RETURNING 1`.execute(tx)
  return used.rows.length === 1
}

export async function deleteDeadTickets(connection: Connection, now: Date): Promise<void> {
  await sql`DELETE FROM identity.sign_in_ticket WHERE expires_at < ${now}`.execute(connection)
}
