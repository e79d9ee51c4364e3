/** SQL of the reviews of the nature of operations. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'

export interface NatureReviewRow {
  readonly id: string
  readonly accountId: string
  readonly number: number
  readonly label: number | null
  readonly isOfCustomer: boolean
  readonly outcome: 'verified' | 'declined' | null
  readonly reviewedAt: Date | null
  /** `2026-11-21`. */
  readonly dueOn: string | null
}
const REVIEW = sql`id, account_id AS "accountId", number, label, is_of_customer AS "isOfCustomer", outcome, reviewed_at AS "reviewedAt",
  due_on::text AS "dueOn"`

/** Newest first. */
export async function reviewsOf(connection: Connection, accountId: string): Promise<NatureReviewRow[]> {
  const found = await sql<NatureReviewRow>`SELECT ${REVIEW} FROM compliance.nature_review
    WHERE account_id = ${accountId} ORDER BY number DESC`.execute(connection)
  return found.rows
}

/** Null when it belongs to another customer. */
export async function lockReview(tx: Transaction, accountId: string, id: string): Promise<NatureReviewRow | null> {
  const found = await sql<NatureReviewRow>`SELECT ${REVIEW} FROM compliance.nature_review
    WHERE id = ${id} AND account_id = ${accountId} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

interface NewReview {
  readonly accountId: string
  readonly label: number | null
  readonly isOfCustomer: boolean
  readonly createdBy: string | null
  readonly dueOn: string | null
  readonly at: Date
}

/** Serialises the numbering of reviews. */
export async function lockPerson(tx: Transaction, accountId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`compliance.nature_review:${accountId}`}, 0))`.execute(tx)
}

/** Requires `lockPerson`. */
export async function insertReview(tx: Transaction, review: NewReview): Promise<NatureReviewRow> {
  const { accountId, label, isOfCustomer, createdBy, dueOn, at } = review
  const made =
    await sql<NatureReviewRow>`INSERT INTO compliance.nature_review (id, account_id, number, label, is_of_customer, created_at, created_by, due_on)
    SELECT ${newId()}, ${accountId}, coalesce(max(number), 0) + 1, ${label}::integer, ${isOfCustomer}, ${at}, ${createdBy}, ${dueOn}::date
    FROM compliance.nature_review WHERE account_id = ${accountId}
    RETURNING ${REVIEW}`.execute(tx)
  const [row] = made.rows
  if (!row) throw new Error('a review that was inserted is not answered')
  return row
}

export async function setLabel(tx: Transaction, id: string, label: number): Promise<void> {
  await sql`UPDATE compliance.nature_review SET label = ${label} WHERE id = ${id}`.execute(tx)
}

interface Outcome {
  readonly outcome: 'verified' | 'declined'
  readonly officerId: string
  readonly reason: string
  readonly at: Date
}
export async function setOutcome(tx: Transaction, id: string, { outcome, officerId, reason, at }: Outcome): Promise<void> {
  await sql`UPDATE compliance.nature_review SET outcome = ${outcome}, reviewed_at = ${at}, reviewed_by = ${officerId}, reason = ${reason}
    WHERE id = ${id}`.execute(tx)
}
