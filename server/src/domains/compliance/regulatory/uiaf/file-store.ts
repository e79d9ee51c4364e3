/** SQL of monthly files and their pieces. */
import type { UiafFile, UiafFileState, UiafReport } from '@tunjo/contract/regulatory-files'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

export interface FileResult extends Omit<NonNullable<UiafFile['result']>, 'sha256' | 'clients' | 'carf'> {
  /** Missing in files from before. */
  readonly clients?: NonNullable<UiafFile['result']>['clients']
  /** Missing in files from before. */
  readonly carf?: NonNullable<UiafFile['result']>['carf']
  /** Missing in files from before. */
  readonly made?: Pick<UiafFile, 'layout' | 'thresholds' | 'fileName'>
  /** Presented versions whose records a version of the yearly report corrects or leaves as they are. Missing in monthly files. */
  readonly basedOn?: readonly string[]
}
export interface FileRow {
  readonly id: string
  readonly report: UiafReport
  readonly month: string
  readonly version: number
  readonly state: UiafFileState
  readonly layout: string
  readonly layoutVersion: number
  readonly requestedBy: string
  readonly requestedAt: Date
  readonly clientsDone: number
  readonly clientsAll: number | null
  readonly result: FileResult | null
  readonly sha256: string | null
  readonly approvedAt: Date | null
  readonly filedNumber: string | null
  readonly filedOn: string | null
}
const COLUMNS = sql`id, report, month, version, state, layout, layout_version AS "layoutVersion", requested_by AS "requestedBy",
  requested_at AS "requestedAt", clients_done AS "clientsDone", clients_all AS "clientsAll", result, sha256, approved_at AS "approvedAt",
  filed_number AS "filedNumber", to_char(filed_on, 'YYYY-MM-DD') AS "filedOn"`

type FileMonth = Pick<FileRow, 'report' | 'month'>
/** Serialises concurrent starts for a report of a month. */
async function lockMonth(tx: Transaction, { report, month }: FileMonth): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`regulatory.uiaf_file:${report}:${month}`}, 0))`.execute(tx)
}
/** Prevents a new one until the end of the transaction. */
export async function isFileInProgress(tx: Transaction, { report, month }: FileMonth): Promise<boolean> {
  await lockMonth(tx, { report, month })
  const found = await sql`SELECT FROM regulatory.uiaf_file
    WHERE report = ${report} AND month = ${month} AND state IN ('generating', 'proposed')`.execute(tx)
  return found.rows.length > 0
}

type NewFile = Pick<FileRow, 'id' | 'report' | 'month' | 'state' | 'layout' | 'layoutVersion' | 'requestedBy' | 'requestedAt'>
/** The next version. Null while one of the month is being generated or waits for a second officer. */
export async function insertFile(tx: Transaction, row: NewFile): Promise<FileRow | null> {
  const { id, report, month, state, layout, layoutVersion, requestedBy, requestedAt } = row
  await lockMonth(tx, row)
  const inserted =
    await sql<FileRow>`INSERT INTO regulatory.uiaf_file (id, report, month, version, state, layout, layout_version, requested_by, requested_at)
    SELECT ${id}, ${report}, ${month}, coalesce(max(version), 0) + 1, ${state}, ${layout}, ${layoutVersion}, ${requestedBy}, ${requestedAt}
      FROM regulatory.uiaf_file WHERE report = ${report} AND month = ${month}
    ON CONFLICT (report, month) WHERE state IN ('generating', 'proposed') DO NOTHING RETURNING ${COLUMNS}`.execute(tx)
  return inserted.rows[0] ?? null
}
export async function findFile(connection: Connection, id: string): Promise<FileRow | null> {
  const found = await sql<FileRow>`SELECT ${COLUMNS} FROM regulatory.uiaf_file WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}
export async function lockFile(tx: Transaction, id: string): Promise<FileRow | null> {
  const found = await sql<FileRow>`SELECT ${COLUMNS} FROM regulatory.uiaf_file WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}
/** All of them, newest first: each is an act of an officer. */
export async function filesOfMonth(connection: Connection, { report, month }: FileMonth): Promise<FileRow[]> {
  const found = await sql<FileRow>`SELECT ${COLUMNS} FROM regulatory.uiaf_file
      WHERE report = ${report} AND month = ${month} ORDER BY version DESC`.execute(connection)
  return found.rows
}
/** Before this one, and with a result. */
export async function versionBefore(connection: Connection, { report, month, version }: FileRow): Promise<FileRow | null> {
  const found = await sql<FileRow>`SELECT ${COLUMNS} FROM regulatory.uiaf_file
    WHERE report = ${report} AND month = ${month} AND version < ${version} AND result IS NOT NULL ORDER BY version DESC LIMIT 1`.execute(
    connection,
  )
  return found.rows[0] ?? null
}
/** Presented versions before this one, oldest first. */
export async function presentedBefore(connection: Connection, { report, month, version }: FileRow): Promise<FileRow[]> {
  const found = await sql<FileRow>`SELECT ${COLUMNS} FROM regulatory.uiaf_file
    WHERE report = ${report} AND month = ${month} AND version < ${version} AND state = 'filed' ORDER BY version`.execute(connection)
  return found.rows
}
/**
 * Whether another version of the year was presented since this one was generated: it would send records that the DIAN has, or correct those
 * that it has no more. Monthly files are complete, and do not depend on each other.
 */
export async function isOvertaken(connection: Connection, row: FileRow): Promise<boolean> {
  if (row.report !== 'carf') return false
  const presented = await presentedBefore(connection, row)
  return presented.map(({ id }) => id).join() !== (row.result?.basedOn ?? []).join()
}
export async function lockOlder(tx: Transaction, { report, month, version }: FileRow, state: 'ready' | 'approved'): Promise<FileRow[]> {
  const found = await sql<FileRow>`SELECT ${COLUMNS} FROM regulatory.uiaf_file
    WHERE report = ${report} AND month = ${month} AND version < ${version} AND state = ${state} ORDER BY version FOR UPDATE`.execute(tx)
  return found.rows
}
export async function saveProgress(tx: Transaction, id: string, { done, all }: { done: number; all: number }): Promise<void> {
  await sql`UPDATE regulatory.uiaf_file SET clients_done = ${done}, clients_all = ${all} WHERE id = ${id} AND state = 'generating'`.execute(
    tx,
  )
}

/** The newest of each month, for the calendar. */
export async function newestFiles(connection: Connection, report: UiafReport): Promise<FileRow[]> {
  const found = await sql<FileRow>`SELECT DISTINCT ON (month) ${COLUMNS} FROM regulatory.uiaf_file
    WHERE report = ${report} ORDER BY month, (state = 'filed') DESC, version DESC`.execute(connection)
  return found.rows
}

export async function insertPiece(tx: Transaction, fileId: string, place: number, sealed: string): Promise<void> {
  await sql`INSERT INTO regulatory.uiaf_piece (file_id, place, sealed) VALUES (${fileId}, ${place}, ${sealed})`.execute(tx)
}
export async function findPiece(connection: Connection, fileId: string, place: number): Promise<string | null> {
  const found = await sql<{ sealed: string }>`SELECT sealed FROM regulatory.uiaf_piece
    WHERE file_id = ${fileId} AND place = ${place}`.execute(connection)
  return found.rows[0]?.sealed ?? null
}
