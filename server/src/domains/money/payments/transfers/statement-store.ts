/** SQL of bank statements. */
import { STATEMENTS_PAGE } from '@tunjo/contract/bank-statements'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { type Page, pageOf } from '../../../../platform/database/list-query.ts'
import type { ParsedLine } from './statement-file.ts'

export interface StatementRow {
  readonly id: string
  readonly fileHash: string
  readonly account: string
  readonly fromDay: string
  readonly toDay: string
  readonly opening: bigint
  readonly closing: bigint
  readonly lines: readonly ParsedLine[]
  readonly uploadedAt: Date
  readonly importedAt: Date | null
}

const StoredLines = z.array(
  z.object({
    rowNumber: z.int(),
    key: z.string(),
    bankId: z.string(),
    bookedOn: z.iso.date(),
    amount: z.string().transform(BigInt),
    reference: z.string(),
    description: z.string(),
    payer: z.object({ name: z.string(), document: z.string(), bank: z.string(), account: z.string() }),
  }),
)

const COLUMNS = sql`id, file_hash AS "fileHash", account, to_char(from_day, 'YYYY-MM-DD') AS "fromDay", to_char(to_day, 'YYYY-MM-DD') AS "toDay",
  opening, closing, lines, uploaded_at AS "uploadedAt", imported_at AS "importedAt"`
type Stored = Omit<StatementRow, 'lines'> & { lines: unknown }
const readRow = (row: Stored): StatementRow => ({ ...row, lines: StoredLines.parse(row.lines) })

/** Serialise imports: the lines that an import adds depend on the one before it. */
export async function lockStatements(tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('payments.statements', 0))`.execute(tx)
}

export async function insertStatement(tx: Transaction, statement: StatementRow & { uploadedBy: string }): Promise<void> {
  const { id, fileHash, account, fromDay, toDay, opening, closing, lines, uploadedBy, uploadedAt } = statement
  const stored = lines.map(({ amount, ...line }) => ({ ...line, amount: String(amount) }))
  await sql`INSERT INTO payments.statement (id, file_hash, account, from_day, to_day, opening, closing, lines, uploaded_by, uploaded_at)
    VALUES (${id}, ${fileHash}, ${account}, ${fromDay}, ${toDay}, ${opening}, ${closing}, ${JSON.stringify(stored)}, ${uploadedBy}, ${uploadedAt})`.execute(
    tx,
  )
}

export async function findStatement(connection: Connection, by: { id: string } | { fileHash: string }): Promise<StatementRow | null> {
  const condition = 'id' in by ? sql`id = ${by.id}` : sql`file_hash = ${by.fileHash}`
  const found = await sql<Stored>`SELECT ${COLUMNS} FROM payments.statement WHERE ${condition}`.execute(connection)
  const [row] = found.rows
  return row ? readRow(row) : null
}

export interface ListedStatement extends StatementRow {
  readonly added: number | null
}
export async function listStatements(connection: Connection, pageIndex: number): Promise<Page<ListedStatement>> {
  const found = await sql<Stored & { added: number | null }>`SELECT ${COLUMNS}, added FROM payments.statement
    ORDER BY uploaded_at DESC, id DESC LIMIT ${STATEMENTS_PAGE} OFFSET ${pageIndex * STATEMENTS_PAGE}`.execute(connection)
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM payments.statement`.execute(connection)
  const statements = found.rows.map((row) => ({ ...readRow(row), added: row.added }))
  return pageOf(statements, counted.rows[0]?.total ?? 0, STATEMENTS_PAGE)
}

export interface LastBalance {
  readonly day: string
  readonly amount: bigint
}
/** End of the imported statements; null before the first. */
export async function lastBalance(connection: Connection): Promise<LastBalance | null> {
  const found = await sql<LastBalance>`SELECT to_char(to_day, 'YYYY-MM-DD') AS day, closing AS amount FROM payments.statement
    WHERE import_number IS NOT NULL ORDER BY import_number DESC LIMIT 1`.execute(connection)
  return found.rows[0] ?? null
}

/** The last day that an imported statement reached; null before the first. */
export async function lastDay(connection: Connection): Promise<string | null> {
  const found = await sql<{ day: string | null }>`SELECT to_char(max(to_day), 'YYYY-MM-DD') AS day FROM payments.statement
    WHERE import_number IS NOT NULL`.execute(connection)
  return found.rows[0]?.day ?? null
}

export async function recordImported(tx: Transaction, id: string, { at, added }: { at: Date; added: number }): Promise<void> {
  await sql`UPDATE payments.statement SET imported_at = ${at}, added = ${added},
      import_number = (SELECT coalesce(max(import_number), 0) + 1 FROM payments.statement) WHERE id = ${id}`.execute(tx)
}
