import type { TransactionState } from '@tunjo/contract/payments'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'

export interface StateChange {
  state: TransactionState
  note: string | null
  at: Date
}

export async function recordState(tx: Transaction, movementId: string, { state, note, at }: StateChange): Promise<void> {
  await sql`INSERT INTO payments.state_change (id, movement_id, state, note, at)
    VALUES (${newId()}, ${movementId}, ${state}, ${note}, ${at})`.execute(tx)
}

export async function timelineOf(connection: Connection, movementId: string): Promise<StateChange[]> {
  const found = await sql<StateChange>`SELECT state, note, at FROM payments.state_change WHERE movement_id = ${movementId}
    ORDER BY at, id`.execute(connection)
  return found.rows
}
