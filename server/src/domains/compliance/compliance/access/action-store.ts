/** SQL of officers' actions on account access. */
import type { AccessAction } from '@tunjo/contract/account-access'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'

export interface ActionRow {
  readonly accountId: string
  readonly action: AccessAction
  readonly officerId: string
  readonly secondId: string | null
  readonly reason: string
  readonly at: Date
}

export async function insertAction(tx: Transaction, { accountId, action, officerId, secondId, reason, at }: ActionRow): Promise<void> {
  await sql`INSERT INTO compliance.access_action (id, account_id, action, officer_id, second_id, reason, at)
    VALUES (${newId()}, ${accountId}, ${action}, ${officerId}, ${secondId}, ${reason}, ${at})`.execute(tx)
}

/** Null: no officer acted on it. */
export async function lastActionOf(connection: Connection, accountId: string): Promise<string | null> {
  const found = await sql<{ id: string }>`SELECT id FROM compliance.access_action WHERE account_id = ${accountId}
    ORDER BY at DESC, id DESC LIMIT 1`.execute(connection)
  return found.rows[0]?.id ?? null
}

/** All of them, newest first: each is an act of an officer. */
export async function actionsOf(connection: Connection, accountId: string): Promise<ActionRow[]> {
  const found =
    await sql<ActionRow>`SELECT account_id AS "accountId", action, officer_id AS "officerId", second_id AS "secondId", reason, at
    FROM compliance.access_action WHERE account_id = ${accountId} ORDER BY at DESC, id DESC`.execute(connection)
  return found.rows
}
