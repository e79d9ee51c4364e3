/** SQL of legal holds. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

export interface HoldRow {
  readonly id: string
  readonly accountId: string
  readonly reason: string
  readonly placedAt: Date
  readonly liftedAt: Date | null
}
const COLUMNS = sql`id, account_id AS "accountId", reason, placed_at AS "placedAt", lifted_at AS "liftedAt"`

export async function insertHold(
  tx: Transaction,
  { placedBy, ...hold }: Omit<HoldRow, 'liftedAt'> & { placedBy: string },
): Promise<HoldRow> {
  await sql`INSERT INTO retention.legal_hold (id, account_id, reason, placed_by, placed_at)
    VALUES (${hold.id}, ${hold.accountId}, ${hold.reason}, ${placedBy}, ${hold.placedAt})`.execute(tx)
  return { ...hold, liftedAt: null }
}

export async function findHold(connection: Connection, id: string): Promise<HoldRow | undefined> {
  const found = await sql<HoldRow>`SELECT ${COLUMNS} FROM retention.legal_hold WHERE id = ${id}`.execute(connection)
  return found.rows[0]
}

export async function lockHold(tx: Transaction, id: string): Promise<HoldRow | undefined> {
  const found = await sql<HoldRow>`SELECT ${COLUMNS} FROM retention.legal_hold WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0]
}

export interface Lifting {
  readonly at: Date
  readonly by: string
  readonly reason: string
}
export async function markLifted(tx: Transaction, id: string, { at, by, reason }: Lifting): Promise<void> {
  await sql`UPDATE retention.legal_hold SET lifted_at = ${at}, lifted_by = ${by}, lift_reason = ${reason} WHERE id = ${id}`.execute(tx)
}

interface HoldPage {
  readonly accountId: string | null
  readonly offset: number
  readonly size: number
}
export async function listHolds(
  connection: Connection,
  { accountId, offset, size }: HoldPage,
): Promise<{ rows: HoldRow[]; total: number }> {
  const where = sql`${accountId}::uuid IS NULL OR account_id = ${accountId}::uuid`
  const rows = await sql<HoldRow>`SELECT ${COLUMNS} FROM retention.legal_hold WHERE ${where}
    ORDER BY (lifted_at IS NULL) DESC, placed_at DESC, id DESC LIMIT ${size} OFFSET ${offset}`.execute(connection)
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM retention.legal_hold WHERE ${where}`.execute(connection)
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 }
}
