/** SQL of the switch that stops all token withdrawals: the newest row says. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database.ts'
import { newId } from '../../../platform/ids.ts'

export interface Pause {
  readonly isPaused: boolean
  readonly reason: string
  readonly officerId: string
  readonly at: Date
}

/** Null when nobody ever paused them. */
export async function newestPause(db: Connection): Promise<Pause | null> {
  const found = await sql<Pause>`SELECT is_paused AS "isPaused", reason, officer_id AS "officerId", at FROM crypto.withdrawal_pause
    ORDER BY at DESC, id DESC LIMIT 1`.execute(db)
  return found.rows[0] ?? null
}

export const isPaused = async (db: Connection): Promise<boolean> => (await newestPause(db))?.isPaused ?? false

export async function insertPause(tx: Transaction, { isPaused: paused, reason, officerId, at }: Pause): Promise<void> {
  await sql`INSERT INTO crypto.withdrawal_pause (id, is_paused, reason, officer_id, at)
    VALUES (${newId()}, ${paused}, ${reason}, ${officerId}, ${at})`.execute(tx)
}
