/** SQL of holds and of what was destroyed. */
import { sql } from 'kysely'
import type { Connection } from '../../platform/database.ts'

export async function isUnderHold(connection: Connection, accountId: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM retention.legal_hold WHERE account_id = ${accountId} AND lifted_at IS NULL LIMIT 1`.execute(
    connection,
  )
  return found.rows.length > 0
}

export interface Forgotten {
  readonly id: string
  readonly accountId: string
  readonly closedAt: Date
  readonly files: number
  readonly forgottenAt: Date
  readonly forgottenBy: string
  readonly reason: string
}

/** False when another process came first. */
export async function insertForgotten(tx: Connection, row: Forgotten): Promise<boolean> {
  const inserted = await sql`INSERT INTO retention.forgotten (id, account_id, closed_at, files, forgotten_at, forgotten_by, reason)
    VALUES (${row.id}, ${row.accountId}, ${row.closedAt}, ${row.files}, ${row.forgottenAt}, ${row.forgottenBy}, ${row.reason})
    ON CONFLICT (account_id, closed_at) DO NOTHING RETURNING 1`.execute(tx)
  return inserted.rows.length === 1
}

/** Those of these accounts that were forgotten after they closed for the last time. */
export async function forgottenAmong(
  connection: Connection,
  closed: readonly { accountId: string; closedAt: Date }[],
): Promise<Set<string>> {
  const found = await sql<{ accountId: string }>`SELECT account_id AS "accountId" FROM retention.forgotten
    JOIN jsonb_to_recordset(${JSON.stringify(closed)}::jsonb) AS closed ("accountId" uuid, "closedAt" timestamptz)
      ON closed."accountId" = account_id AND forgotten_at > closed."closedAt"`.execute(connection)
  return new Set(found.rows.map(({ accountId }) => accountId))
}
