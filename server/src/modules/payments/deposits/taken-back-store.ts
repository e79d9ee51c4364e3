/** SQL of credited payments that the provider took back. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database.ts'

/** Again and again while the provider says so. */
export async function noteTakenBack(tx: Transaction, depositId: string, { status, at }: { status: string; at: Date }): Promise<void> {
  await sql`INSERT INTO payments.taken_back (deposit_id, status, at) VALUES (${depositId}, ${status}, ${at})
    ON CONFLICT (deposit_id) DO UPDATE SET restored_at = NULL`.execute(tx)
}

/** The provider calls it approved again. */
export async function noteRestored(tx: Transaction, depositId: string, at: Date): Promise<void> {
  await sql`UPDATE payments.taken_back SET restored_at = ${at} WHERE deposit_id = ${depositId} AND restored_at IS NULL`.execute(tx)
}

export async function isTakenBack(connection: Connection, depositId: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM payments.taken_back WHERE deposit_id = ${depositId} AND restored_at IS NULL`.execute(connection)
  return found.rows.length > 0
}

const LISTED_MAX = 500
/** Ids of deposits of which the books still have the pesos; oldest first. */
export async function listTakenBack(connection: Connection): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT deposit_id AS id FROM payments.taken_back JOIN payments.deposit ON deposit.id = deposit_id
    WHERE restored_at IS NULL AND state IN ('COMPLETED', 'IN_REVIEW') ORDER BY at, deposit_id LIMIT ${LISTED_MAX}`.execute(connection)
  return found.rows.map(({ id }) => id)
}
