/**
 * SQL of work holders. A case of documents is in `compliance.assignment` (review/assignment-store.ts), a data request in its own module;
 * all other work is here. A row counts while its officer has the permission, and until the work no longer waits.
 */
import type { WorkQueue } from '@tunjo/contract/queued-kinds'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

/** Serialises changes, so that the holders that were read stay valid until the write. */
export const lockWork = (tx: Transaction) => sql`SELECT pg_advisory_xact_lock(hashtextextended('compliance.work', 0))`.execute(tx)

export interface NewHolder {
  readonly queue: WorkQueue
  readonly id: string
  readonly accountId: string
  readonly officerId: string
  /** Null: assigned by the configuration. */
  readonly by: string | null
  readonly at: Date
  /** Officers with the permission: work of another holder is free. */
  readonly able: readonly string[]
}

/** Compare and set: false, and nothing changed, when it has a holder. */
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

/** Returned also when the holder lost the permission. Waits for a concurrent change. */
export async function lockHolder(tx: Transaction, queue: WorkQueue, id: string): Promise<Holder | null> {
  const found =
    queue === 'documents'
      ? await sql<Holder>`SELECT officer_id AS "officerId", account_id AS "accountId" FROM compliance.assignment
          WHERE account_id = ${id} FOR UPDATE`.execute(tx)
      : await sql<Holder>`SELECT officer_id AS "officerId", account_id AS "accountId" FROM compliance.work_assignment
          WHERE queue = ${queue} AND work_id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

/** All work of an officer, from every queue. */
export async function holdersOf(tx: Transaction, officerId: string): Promise<{ queue: WorkQueue; id: string; accountId: string }[]> {
  const found = await sql<{ queue: WorkQueue; id: string; accountId: string }>`
    SELECT 'documents' AS queue, account_id AS id, account_id AS "accountId" FROM compliance.assignment WHERE officer_id = ${officerId}
    UNION ALL SELECT queue, work_id, account_id FROM compliance.work_assignment WHERE officer_id = ${officerId}`.execute(tx)
  return found.rows
}

export async function deleteHolder(tx: Transaction, queue: WorkQueue, id: string): Promise<void> {
  await sql`DELETE FROM compliance.work_assignment WHERE queue = ${queue} AND work_id = ${id}`.execute(tx)
}

/** Makers of the proposals that wait for a second officer, by their subject. */
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

/** Customers whose documents another officer is reviewing. */
export async function leasedByOthers(connection: Connection, officerId: string, now: Date): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT account_id AS id FROM compliance.review_lease
    WHERE until > ${now} AND officer_id <> ${officerId}`.execute(connection)
  return found.rows.map(({ id }) => id)
}
