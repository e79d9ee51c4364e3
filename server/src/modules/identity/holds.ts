/** Withdrawals wait a day after something that a thief would do first (R9). */
import type { HoldReason } from '@tunjo/contract/credentials'
import { sql } from 'kysely'
import type { Connection } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Hold } from './types.ts'

export const HOLD_MS = 24 * 60 * 60_000

export async function placeHold(tx: Connection, accountId: string, reason: HoldReason, now: Date): Promise<Hold> {
  const until = new Date(now.getTime() + HOLD_MS)
  await sql`INSERT INTO identity.hold (id, account_id, reason, created_at, until)
    VALUES (${newId()}, ${accountId}, ${reason}, ${now}, ${until})`.execute(tx)
  return { until, reason }
}

export async function currentHold(connection: Connection, accountId: string, now: Date): Promise<Hold | null> {
  const found = await sql<Hold>`SELECT until, reason FROM identity.hold WHERE account_id = ${accountId} AND until > ${now}
    ORDER BY until DESC LIMIT 1`.execute(connection)
  return found.rows[0] ?? null
}
