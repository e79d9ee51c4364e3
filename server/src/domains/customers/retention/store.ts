/** SQL of holds and of destructions. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database/database.ts'

/** Serialises a hold and a destruction of the same documents. Ends with the transaction. */
export async function lockDocumentsOf(tx: Transaction, accountId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`retention:${accountId}`}, 0))`.execute(tx)
}

export async function isUnderHold(connection: Connection, accountId: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM retention.legal_hold WHERE account_id = ${accountId} AND lifted_at IS NULL LIMIT 1`.execute(
    connection,
  )
  return found.rows.length > 0
}

export interface PurgedRow {
  readonly id: string
  readonly accountId: string
  readonly closedAt: Date
  readonly files: number
  readonly erasedAt: Date
  readonly erasedBy: string
  readonly reason: string
}

/** False when another process came first. */
export async function insertPurged(tx: Connection, row: PurgedRow): Promise<boolean> {
  const inserted = await sql`INSERT INTO retention.forgotten (id, account_id, closed_at, files, forgotten_at, forgotten_by, reason)
    VALUES (${row.id}, ${row.accountId}, ${row.closedAt}, ${row.files}, ${row.erasedAt}, ${row.erasedBy}, ${row.reason})
    ON CONFLICT (account_id, closed_at) DO NOTHING RETURNING 1`.execute(tx)
  return inserted.rows.length === 1
}

/** Accounts among these that were erased after their last closing. */
export async function purgedAmong(connection: Connection, closed: readonly { accountId: string; closedAt: Date }[]): Promise<Set<string>> {
  const found = await sql<{ accountId: string }>`SELECT account_id AS "accountId" FROM retention.forgotten
    JOIN jsonb_to_recordset(${JSON.stringify(closed)}::jsonb) AS closed ("accountId" uuid, "closedAt" timestamptz)
      ON closed."accountId" = account_id AND forgotten_at > closed."closedAt"`.execute(connection)
  return new Set(found.rows.map(({ accountId }) => accountId))
}

export const isPurged = async (connection: Connection, account: { accountId: string; closedAt: Date }): Promise<boolean> =>
  (await purgedAmong(connection, [account])).size > 0
