/** SQL of the calendar: the month of the first customer, months with a filed report, and absences. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

/** Month of Bogotá of the first account; null without any. */
export async function firstMonth(connection: Connection): Promise<string | null> {
  const found = await sql<{ month: string | null }>`SELECT to_char(min(created_at) AT TIME ZONE 'America/Bogota', 'YYYY-MM') AS month
    FROM identity.user_report`.execute(connection)
  return found.rows[0]?.month ?? null
}

export async function monthsWithRos(connection: Connection): Promise<ReadonlySet<string>> {
  const found = await sql<{ month: string }>`SELECT DISTINCT to_char(filed_on, 'YYYY-MM') AS month FROM regulatory.ros
    WHERE filed_on IS NOT NULL`.execute(connection)
  return new Set(found.rows.map(({ month }) => month))
}

interface Absence {
  readonly month: string
  readonly number: string
  readonly on: string
}
export async function absencesOf(connection: Connection): Promise<Absence[]> {
  const found = await sql<Absence>`SELECT month, number, to_char("on", 'YYYY-MM-DD') AS "on" FROM regulatory.absence`.execute(connection)
  return found.rows
}
/** False when it was recorded before. */
export async function insertAbsence(tx: Transaction, { month, number, on, by, at }: Absence & { by: string; at: Date }): Promise<boolean> {
  const inserted = await sql`INSERT INTO regulatory.absence (month, number, "on", by, at)
    VALUES (${month}, ${number}, ${on}, ${by}, ${at}) ON CONFLICT (month) DO NOTHING RETURNING 1`.execute(tx)
  return inserted.rows.length > 0
}

/** None about `except`. */
export async function countRos(connection: Connection, except: string) {
  const found = await sql<{ open: number; proposed: number; approved: number }>`SELECT
      (count(*) FILTER (WHERE state IN ('draft', 'returned')))::int AS open, (count(*) FILTER (WHERE state = 'proposed'))::int AS proposed,
      (count(*) FILTER (WHERE state = 'approved'))::int AS approved
    FROM regulatory.ros WHERE account_id <> ${except}`.execute(connection)
  return found.rows[0] ?? { open: 0, proposed: 0, approved: 0 }
}
