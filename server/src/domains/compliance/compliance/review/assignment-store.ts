/**
 * SQL of assignments. An assignment counts while its officer may review: a case of an officer who left is unassigned without a job. It ends
 * with the decision that accepts the last item; after a decline the answer returns to the same officer.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

/** Joins to an alias with `account_id` the assignment in force, if there is one, as `assigned`. */
export const joinAssignment = (alias: string, reviewers: readonly string[]): RawBuilder<unknown> =>
  sql`LEFT JOIN compliance.assignment assigned ON assigned.account_id = ${sql.ref(`${alias}.account_id`)}
    AND assigned.officer_id = ANY(${[...reviewers]}::uuid[])`

export interface AssignmentChange {
  readonly accountId: string
  readonly from: string | null
  readonly to: string | null
  /** Null: assigned by the configuration. */
  readonly by: string | null
  readonly at: Date
  readonly reviewers: readonly string[]
}

/** Compare and set: false, and nothing changed, when it no longer belonged to `from`. */
export async function changeAssignment(tx: Transaction, { accountId, from, to, by, at, reviewers }: AssignmentChange): Promise<boolean> {
  const changed =
    to === null
      ? await sql`DELETE FROM compliance.assignment WHERE account_id = ${accountId} AND officer_id = ${from} RETURNING 1`.execute(tx)
      : from === null
        ? await sql`INSERT INTO compliance.assignment AS held (account_id, officer_id, assigned_by, at) VALUES (${accountId}, ${to}, ${by}, ${at})
            ON CONFLICT (account_id) DO UPDATE SET officer_id = EXCLUDED.officer_id, assigned_by = EXCLUDED.assigned_by, at = EXCLUDED.at
            WHERE held.officer_id <> ALL(${[...reviewers]}::uuid[]) RETURNING 1`.execute(tx)
        : await sql`UPDATE compliance.assignment SET officer_id = ${to}, assigned_by = ${by}, at = ${at}
            WHERE account_id = ${accountId} AND officer_id = ${from} RETURNING 1`.execute(tx)
  return changed.rows.length > 0
}

/** Null when it is unassigned. */
export async function assigneeOf(connection: Connection, accountId: string, reviewers: readonly string[]): Promise<string | null> {
  const found = await sql<{ officerId: string }>`SELECT officer_id AS "officerId" FROM compliance.assignment
    WHERE account_id = ${accountId} AND officer_id = ANY(${[...reviewers]}::uuid[])`.execute(connection)
  return found.rows[0]?.officerId ?? null
}

/** Null when the customer does not wait for a review. */
export async function waitingSince(connection: Connection, accountId: string): Promise<Date | null> {
  const found = await sql<{ since: Date }>`SELECT since FROM kyc.waiting_person WHERE account_id = ${accountId}`.execute(connection)
  return found.rows[0]?.since ?? null
}

/** After a decision: the case ends when no item of the customer waits any more. */
export async function endAssignment(tx: Transaction, accountId: string): Promise<void> {
  await sql`DELETE FROM compliance.assignment WHERE account_id = ${accountId}
    AND NOT EXISTS (SELECT FROM kyc.waiting_person WHERE account_id = ${accountId})`.execute(tx)
}
