/** SQL of exports and their pieces. */
import { type RawBuilder, sql } from 'kysely'
import type { AuditValue } from '../audit/index.ts'
import type { Connection, Transaction } from '../database/database.ts'

export interface ExportRow {
  readonly id: string
  readonly accountId: string
  readonly report: string
  readonly fileName: string
  readonly filter: Buffer
  readonly recorded: AuditValue
  readonly total: number
  readonly written: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly readyAt: Date | null
  readonly failedAt: Date | null
  readonly cancelledAt: Date | null
}

const COLUMNS = sql`id, account_id AS "accountId", report, file_name AS "fileName", filter, recorded, total, written,
  created_at AS "createdAt", started_at AS "startedAt", ready_at AS "readyAt", failed_at AS "failedAt", cancelled_at AS "cancelledAt"`
const IS_IN_PROGRESS = sql`num_nonnulls(ready_at, failed_at, cancelled_at) = 0`

/** Serialises concurrent calls of one officer, so that both count. */
export async function lockExportsOf(tx: Transaction, accountId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`export:${accountId}`}, 0))`.execute(tx)
}

export async function countInProgress(tx: Transaction, accountId: string): Promise<number> {
  const found = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM platform.export_job
    WHERE account_id = ${accountId} AND ${IS_IN_PROGRESS}`.execute(tx)
  return found.rows[0]?.count ?? 0
}

type NewExport = Pick<ExportRow, 'id' | 'accountId' | 'report' | 'fileName' | 'filter' | 'recorded' | 'total' | 'createdAt'>

export async function insertExport(tx: Transaction, row: NewExport): Promise<void> {
  await sql`INSERT INTO platform.export_job (id, account_id, report, file_name, filter, recorded, total, created_at)
    VALUES (${row.id}, ${row.accountId}, ${row.report}, ${row.fileName}, ${row.filter}, ${JSON.stringify(row.recorded)},
      ${row.total}, ${row.createdAt})`.execute(tx)
}

/** All of them, newest first: an allowance bounds how many an officer requests. */
export async function exportsOf(connection: Connection, accountId: string, after: Date): Promise<ExportRow[]> {
  const found = await sql<ExportRow>`SELECT ${COLUMNS} FROM platform.export_job WHERE account_id = ${accountId} AND created_at > ${after}
    ORDER BY created_at DESC, id DESC`.execute(connection)
  return found.rows
}

export async function findExport(connection: Connection, id: string): Promise<ExportRow | null> {
  const found = await sql<ExportRow>`SELECT ${COLUMNS} FROM platform.export_job WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}

/** Begin again from the start, also after a process that died: its snapshot no longer exists. False when the export has ended. */
export async function beginWriting(tx: Transaction, id: string, { total, at }: { total: number; at: Date }): Promise<boolean> {
  await sql`DELETE FROM platform.export_piece WHERE export_id = ${id}`.execute(tx)
  return changed(tx, id, sql`started_at = ${at}, written = 0, total = ${total}`)
}

export async function addPiece(
  tx: Transaction,
  id: string,
  { place, sealed, rows }: { place: number; sealed: Buffer; rows: number },
): Promise<boolean> {
  // The row first: a cancel waits for this piece, or this piece finds the cancel.
  if (!(await changed(tx, id, sql`written = written + ${rows}`))) return false
  await sql`INSERT INTO platform.export_piece (export_id, place, sealed) VALUES (${id}, ${place}, ${sealed})`.execute(tx)
  return true
}

export const markReady = (tx: Transaction, id: string, at: Date): Promise<boolean> =>
  changed(tx, id, sql`ready_at = ${at}, total = written`)

export async function markFailed(tx: Transaction, id: string, at: Date): Promise<void> {
  if (await changed(tx, id, sql`failed_at = ${at}`)) await deletePieces(tx, id)
}

/** False when it had ended. */
export async function markCancelled(tx: Transaction, id: string, at: Date): Promise<boolean> {
  const isCancelled = await changed(tx, id, sql`cancelled_at = ${at}`)
  if (isCancelled) await deletePieces(tx, id)
  return isCancelled
}

/** Leaves an ended export unchanged. */
async function changed(tx: Transaction, id: string, set: RawBuilder<unknown>): Promise<boolean> {
  const updated = await sql`UPDATE platform.export_job SET ${set} WHERE id = ${id} AND ${IS_IN_PROGRESS}`.execute(tx)
  return updated.numAffectedRows === 1n
}

const deletePieces = (tx: Transaction, id: string) => sql`DELETE FROM platform.export_piece WHERE export_id = ${id}`.execute(tx)

export async function pieceAt(connection: Connection, id: string, place: number): Promise<Buffer | null> {
  const found = await sql<{ sealed: Buffer }>`SELECT sealed FROM platform.export_piece
    WHERE export_id = ${id} AND place = ${place}`.execute(connection)
  return found.rows[0]?.sealed ?? null
}

/** Delete all but the newest that are ready. */
export async function deleteOldestExports(tx: Transaction, accountId: string, kept: number): Promise<void> {
  await sql`DELETE FROM platform.export_job WHERE id IN (SELECT id FROM platform.export_job
    WHERE account_id = ${accountId} AND ready_at IS NOT NULL ORDER BY created_at DESC, id DESC OFFSET ${kept})`.execute(tx)
}

export async function deleteExpiredExports(connection: Connection, before: Date): Promise<void> {
  await sql`DELETE FROM platform.export_job WHERE created_at < ${before}`.execute(connection)
}
