/** SQL of background checks and their reports. */
import { type RawBuilder, sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import type { CheckRow, ReportRow } from './types.ts'

const CHECK = sql`id, account_id AS "accountId", state, launched_by AS "launchedBy", subject, is_fresh AS "isFresh", round,
  started_at AS "startedAt", tried_at AS "triedAt", launched_at AS "launchedAt", ended_at AS "endedAt", job_id AS "jobId",
  report_id AS "reportId", is_cached AS "isCached", is_validated AS "isValidated", sources, failed_sources AS "failedSources", gravest,
  is_listed AS "isListed", is_pep AS "isPep", refused_fields AS "refusedFields", retries, retry_at AS "retryAt", problem,
  problem_since AS "problemSince", problems, unknown_since AS "unknownSince", unknown_times AS "unknownTimes", dismissed_at AS "dismissedAt", dismiss_reason AS "dismissReason"`
const IN_PROGRESS = sql`state IN ('queued', 'launched', 'running', 'retrying')`
const DAY = sql`interval '24 hours'`

/** Serialise launches and retries for one customer. */
export async function lockPerson(tx: Transaction, accountId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`screening.background_check:${accountId}`}, 0))`.execute(tx)
}
/** Serialise the count of launches by one officer, or of automatic ones. Taken after the lock of the customer. */
export async function lockLauncher(tx: Transaction, officerId: string | null): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`screening.background_check launcher:${officerId ?? ''}`}, 0))`.execute(tx)
}
/** Number of launches in the last 24 hours. */
export async function launchesOfDay(connection: Connection, officerId: string | null, now: Date): Promise<number> {
  // Two separate conditions, since only these two use the index.
  const isByOfficer = officerId === null ? sql`launched_by IS NULL` : sql`launched_by = ${officerId}::uuid`
  const found = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM screening.background_check
    WHERE ${isByOfficer} AND started_at > ${now}::timestamptz - ${DAY}`.execute(connection)
  return found.rows[0]?.count ?? 0
}

export type NewCheck = Pick<CheckRow, 'id' | 'accountId' | 'launchedBy' | 'subject' | 'isFresh' | 'startedAt'>
export async function insertCheck(tx: Transaction, check: NewCheck): Promise<CheckRow> {
  const { id, accountId, launchedBy, subject, isFresh, startedAt } = check
  const inserted = await sql<CheckRow>`INSERT INTO screening.background_check
      (id, account_id, state, launched_by, subject, is_fresh, started_at)
    VALUES (${id}, ${accountId}, 'queued', ${launchedBy}, ${subject}, ${isFresh}, ${startedAt}) RETURNING ${CHECK}`.execute(tx)
  const [row] = inserted.rows
  if (!row) throw new Error('a row that was inserted is not answered')
  return row
}

export async function findCheck(connection: Connection, id: string): Promise<CheckRow | null> {
  const found = await sql<CheckRow>`SELECT ${CHECK} FROM screening.background_check WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}
export async function lockCheck(tx: Transaction, id: string): Promise<CheckRow | null> {
  const found = await sql<CheckRow>`SELECT ${CHECK} FROM screening.background_check WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}
export async function checkInFlight(connection: Connection, accountId: string): Promise<CheckRow | null> {
  const found = await sql<CheckRow>`SELECT ${CHECK} FROM screening.background_check
    WHERE account_id = ${accountId} AND ${IN_PROGRESS}`.execute(connection)
  return found.rows[0] ?? null
}
/** Newest first: ids are ordered by time. Without a limit all of them. */
export async function checksOf(connection: Connection, accountId: string, limit: number | null = null): Promise<CheckRow[]> {
  const found = await sql<CheckRow>`SELECT ${CHECK} FROM screening.background_check WHERE account_id = ${accountId}
    ORDER BY id DESC LIMIT ${limit}`.execute(connection)
  return found.rows
}
/** The newest check of a customer that has a report. */
export async function lastResult(connection: Connection, accountId: string): Promise<CheckRow | null> {
  const found = await sql<CheckRow>`SELECT ${CHECK} FROM screening.background_check
    WHERE account_id = ${accountId} AND report_id IS NOT NULL ORDER BY id DESC LIMIT 1`.execute(connection)
  return found.rows[0] ?? null
}

export interface Dismissal {
  readonly at: Date
  readonly by: string
  readonly second: string | null
  readonly reason: string
}
/** Findings that two officers dismissed as irrelevant for the customer. */
export async function dismissFindings(tx: Transaction, id: string, { at, by, second, reason }: Dismissal): Promise<void> {
  await sql`UPDATE screening.background_check SET dismissed_at = ${at}, dismissed_by = ${by}, dismissed_second_id = ${second},
    dismiss_reason = ${reason} WHERE id = ${id}`.execute(tx)
}
export async function clearDismissal(tx: Transaction, id: string): Promise<void> {
  await sql`UPDATE screening.background_check SET dismissed_at = NULL, dismissed_by = NULL, dismissed_second_id = NULL,
    dismiss_reason = NULL WHERE id = ${id} AND dismissed_at IS NOT NULL`.execute(tx)
}

type Facts = Omit<
  CheckRow,
  'id' | 'accountId' | 'state' | 'launchedBy' | 'subject' | 'isFresh' | 'startedAt' | 'dismissedAt' | 'dismissReason'
>
const COLUMN: Readonly<Record<keyof Facts, string>> = {
  round: 'round',
  triedAt: 'tried_at',
  launchedAt: 'launched_at',
  endedAt: 'ended_at',
  jobId: 'job_id',
  reportId: 'report_id',
  isCached: 'is_cached',
  isValidated: 'is_validated',
  sources: 'sources',
  failedSources: 'failed_sources',
  gravest: 'gravest',
  isListed: 'is_listed',
  isPep: 'is_pep',
  refusedFields: 'refused_fields',
  retries: 'retries',
  retryAt: 'retry_at',
  problem: 'problem',
  problemSince: 'problem_since',
  problems: 'problems',
  unknownSince: 'unknown_since',
  unknownTimes: 'unknown_times',
}
const isColumn = (name: string): name is keyof Facts => Object.hasOwn(COLUMN, name)

/** Everything but the state, which only `move` writes. */
export async function updateCheck(tx: Transaction, id: string, facts: Partial<Facts>): Promise<void> {
  const assignments = Object.entries(facts).flatMap(([name, value]): RawBuilder<unknown>[] =>
    isColumn(name) ? [sql`${sql.id(COLUMN[name])} = ${name === 'sources' ? JSON.stringify(value) : value}`] : [],
  )
  await sql`UPDATE screening.background_check SET ${sql.join(assignments)} WHERE id = ${id}`.execute(tx)
}

/** Fields of a check whose job the provider knows. */
export const KNOWN_JOB = { unknownSince: null, unknownTimes: 0 } as const
/** Fields of a check after the provider answered. */
export const NO_PROBLEM = { problem: null, problemSince: null, problems: 0, ...KNOWN_JOB } as const

export async function insertReport(tx: Transaction, report: ReportRow): Promise<void> {
  const { id, checkId, accountId, reportId, sealed, sha256, pdfFileId, receivedAt, isDocumentCurrent, isRutActive, isRutSame } = report
  await sql`INSERT INTO screening.background_report (id, check_id, account_id, report_id, sealed, sha256, pdf_file_id, received_at,
      is_document_current, is_rut_active, is_rut_same)
    VALUES (${id}, ${checkId}, ${accountId}, ${reportId}, ${sealed}, ${sha256}, ${pdfFileId}, ${receivedAt}, ${isDocumentCurrent},
      ${isRutActive}, ${isRutSame})`.execute(tx)
}
const REPORT = sql`id, check_id AS "checkId", account_id AS "accountId", report_id AS "reportId", sealed, sha256, pdf_file_id AS "pdfFileId",
  received_at AS "receivedAt", is_document_current AS "isDocumentCurrent", is_rut_active AS "isRutActive", is_rut_same AS "isRutSame"`
export async function newestReport(connection: Connection, checkId: string): Promise<ReportRow | null> {
  const found = await sql<ReportRow>`SELECT ${REPORT} FROM screening.background_report WHERE check_id = ${checkId}
    ORDER BY id DESC LIMIT 1`.execute(connection)
  return found.rows[0] ?? null
}
/** Ids of the checks that have a report. The report is not read, since reports may be large. */
export async function withReport(connection: Connection, checkIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await sql<{ id: string }>`SELECT DISTINCT check_id AS id FROM screening.background_report
    WHERE check_id = ANY(${[...checkIds]}::uuid[])`.execute(connection)
  return new Set(found.rows.map(({ id }) => id))
}
/** The newest PDF for a customer. */
export async function newestPdf(connection: Connection, accountId: string): Promise<string | null> {
  const found = await sql<{ fileId: string }>`SELECT pdf_file_id AS "fileId" FROM screening.background_report
    WHERE account_id = ${accountId} AND pdf_file_id IS NOT NULL ORDER BY id DESC LIMIT 1`.execute(connection)
  return found.rows[0]?.fileId ?? null
}
