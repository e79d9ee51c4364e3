/**
 * SQL of whose work is whose. A case of documents is in `compliance.assignment` (review/assignment-store.ts), a request about data is its
 * module's; everything else is here. One counts while its officer may do it, and until what it is about waits no more.
 */
import type { WorkQueue } from '@tunjo/contract/queued-kinds'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database.ts'

/** One after another: what is read of who has what stays true until it is written. */
export const lockWork = (tx: Transaction) => sql`SELECT pg_advisory_xact_lock(hashtextextended('compliance.work', 0))`.execute(tx)

export interface NewHolder {
  readonly queue: WorkQueue
  readonly id: string
  readonly accountId: string
  readonly officerId: string
  /** Null: the configuration. */
  readonly by: string | null
  readonly at: Date
  /** Who may do it: what somebody else holds is free. */
  readonly able: readonly string[]
}

/** Compare and set: false, and nothing changed, when somebody has it. */
export async function insertHolder(tx: Transaction, { queue, id, accountId, officerId, by, at, able }: NewHolder): Promise<boolean> {
  const inserted = await sql`INSERT INTO compliance.work_assignment AS held (queue, work_id, account_id, officer_id, assigned_by, at)
    VALUES (${queue}, ${id}, ${accountId}, ${officerId}, ${by}, ${at})
    ON CONFLICT (queue, work_id) DO UPDATE SET officer_id = EXCLUDED.officer_id, assigned_by = EXCLUDED.assigned_by, at = EXCLUDED.at
    WHERE held.officer_id <> ALL(${[...able]}::uuid[]) RETURNING 1`.execute(tx)
  return inserted.rows.length > 0
}

export interface Holder {
  readonly officerId: string
  readonly accountId: string
}

/** Whether they may do it still or not. Waits for whoever changes it. */
export async function lockHolder(tx: Transaction, queue: WorkQueue, id: string): Promise<Holder | null> {
  const found =
    queue === 'documents'
      ? await sql<Holder>`SELECT officer_id AS "officerId", account_id AS "accountId" FROM compliance.assignment
          WHERE account_id = ${id} FOR UPDATE`.execute(tx)
      : await sql<Holder>`SELECT officer_id AS "officerId", account_id AS "accountId" FROM compliance.work_assignment
          WHERE queue = ${queue} AND work_id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

/** All that an officer holds, of every queue. */
export async function holdersOf(tx: Transaction, officerId: string): Promise<{ queue: WorkQueue; id: string; accountId: string }[]> {
  const found = await sql<{ queue: WorkQueue; id: string; accountId: string }>`
    SELECT 'documents' AS queue, account_id AS id, account_id AS "accountId" FROM compliance.assignment WHERE officer_id = ${officerId}
    UNION ALL SELECT queue, work_id, account_id FROM compliance.work_assignment WHERE officer_id = ${officerId}`.execute(tx)
  return found.rows
}

export async function deleteHolder(tx: Transaction, queue: WorkQueue, id: string): Promise<void> {
  await sql`DELETE FROM compliance.work_assignment WHERE queue = ${queue} AND work_id = ${id}`.execute(tx)
}

/** What waits for a second officer, by what it is about: who proposed it. */
export async function proposals(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const found = await sql<{ id: string; makerId: string }>`SELECT work.id, maker_id AS "makerId" FROM platform.approval_request
    CROSS JOIN LATERAL (SELECT params->>'hitId' AS id UNION ALL SELECT params->>'withdrawalId'
      UNION ALL SELECT jsonb_array_elements_text(coalesce(params->'withdrawalIds', '[]'))
      -- A due diligence that is proposed ends the review of the one before.
      UNION ALL SELECT diligence_id::text FROM compliance.due_diligence_report
        WHERE kind = 'compliance.due_diligence' AND account_id::text = params->>'accountId') AS work
    WHERE state = 'proposed' AND kind IN ('screening.discard_hit', 'payments.withdrawal_review', 'crypto.withdrawal_review', 'compliance.due_diligence')
      AND work.id IS NOT NULL`.execute(connection)
  return new Map(found.rows.map(({ id, makerId }) => [id, makerId]))
}

/** People at whose papers somebody else is. */
export async function leasedByOthers(connection: Connection, officerId: string, now: Date): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT account_id AS id FROM compliance.review_lease
    WHERE until > ${now} AND officer_id <> ${officerId}`.execute(connection)
  return found.rows.map(({ id }) => id)
}
