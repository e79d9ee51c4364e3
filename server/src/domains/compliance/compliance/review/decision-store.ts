/** SQL of officers' decisions about documents and their reasons; the notes are for officers only. */
import type { DeclineReason } from '@tunjo/contract/compliance'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'

export interface DecisionRow {
  accountId: string
  officerId: string
  outcome: 'accepted' | 'declined'
  itemIds: string[]
  reasonCodes: DeclineReason[]
  note: string
  at: Date
}

export async function insertDecision(tx: Transaction, decision: DecisionRow): Promise<void> {
  const { accountId, officerId, outcome, itemIds, reasonCodes, note, at } = decision
  await sql`INSERT INTO compliance.decision (id, account_id, officer_id, outcome, item_ids, reason_codes, note, at, taken_at)
    VALUES (${newId()}, ${accountId}, ${officerId}, ${outcome}, ${itemIds}, ${reasonCodes}, ${note}, ${at},
      (SELECT taken_at FROM compliance.review_lease WHERE account_id = ${accountId} AND officer_id = ${officerId} AND until > ${at}))`.execute(
    tx,
  )
}

/** All of them, newest first: the nature report looks for the one about the first documents, and each is an act of an officer. */
export async function decisionsOf(connection: Connection, accountId: string): Promise<DecisionRow[]> {
  const found = await sql<DecisionRow>`SELECT account_id AS "accountId", officer_id AS "officerId", outcome, item_ids AS "itemIds",
      reason_codes AS "reasonCodes", note, at
    FROM compliance.decision WHERE account_id = ${accountId} ORDER BY at DESC, id DESC`.execute(connection)
  return found.rows
}
