/** SQL of events that providers sent. */
import { sql } from 'kysely'
import type { Database, Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'

export interface NewEvent {
  provider: 'wompi' | 'wompi-payouts'
  checksum: string
  subjectId: string | null
  isStale: boolean
  body: string
  receivedAt: Date
}

/**
 * The id follows from the checksum: the second of two concurrent inserts may conflict at the index of either, so the conflict clause names
 * none.
 */
export async function insertEvent(tx: Transaction, event: NewEvent): Promise<{ id: string; isNew: boolean }> {
  const { provider, checksum, subjectId, isStale, body, receivedAt } = event
  const id = idOf('payments.provider_event', provider, checksum)
  const inserted = await sql`INSERT INTO payments.provider_event (id, provider, checksum, subject_id, is_stale, body, received_at)
    VALUES (${id}, ${provider}, ${checksum}, ${subjectId}, ${isStale}, ${body}, ${receivedAt})
    ON CONFLICT DO NOTHING RETURNING 1`.execute(tx)
  return { id, isNew: inserted.rows.length > 0 }
}

export async function saveOutcome(db: Database, eventId: string, outcome: string): Promise<void> {
  await sql`UPDATE payments.provider_event SET outcome = ${outcome} WHERE id = ${eventId}`.execute(db)
}
