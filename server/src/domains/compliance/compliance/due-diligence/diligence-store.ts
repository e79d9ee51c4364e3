/** SQL of records of enhanced due diligence and the versions of their content. */

import { DILIGENCE_ALERTS } from '@tunjo/contract/alert-kinds'
import type { DiligenceContent, DiligenceState } from '@tunjo/contract/due-diligence'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

export interface DiligenceRow {
  readonly id: string
  readonly accountId: string
  readonly number: number
  readonly state: DiligenceState
  readonly version: number
  readonly createdBy: string
  readonly createdAt: Date
  readonly proposedBy: string | null
  readonly proposedAt: Date | null
  readonly returnedAt: Date | null
  readonly returnedNote: Buffer | null
}
/** Content of the newest version. */
export interface ContentRow {
  readonly sealed: Buffer
  readonly by: string
  readonly at: Date
}

const COLUMNS = sql`record.id, account_id AS "accountId", number, state, record.version, created_by AS "createdBy", created_at AS "createdAt",
  proposed_by AS "proposedBy", proposed_at AS "proposedAt", returned_at AS "returnedAt", returned_note AS "returnedNote"`

type Begun = Pick<DiligenceRow, 'id' | 'accountId' | 'state' | 'createdBy' | 'createdAt'>

/** Null when a record about this customer is open already. */
export async function insertDiligence(
  tx: Transaction,
  { id, accountId, state, createdBy, createdAt }: Begun,
): Promise<DiligenceRow | null> {
  const inserted =
    await sql<DiligenceRow>`INSERT INTO compliance.due_diligence AS record (id, account_id, number, state, version, created_by, created_at)
    SELECT ${id}, ${accountId}, coalesce(max(number), 0) + 1, ${state}, 1, ${createdBy}, ${createdAt}::timestamptz
    FROM compliance.due_diligence WHERE account_id = ${accountId}
    ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`.execute(tx)
  return inserted.rows[0] ?? null
}

/** Serialises two officers who act on one record. */
export async function lockDiligence(tx: Transaction, accountId: string, id: string): Promise<DiligenceRow | null> {
  const found = await sql<DiligenceRow>`SELECT ${COLUMNS} FROM compliance.due_diligence AS record
    WHERE record.id = ${id} AND account_id = ${accountId} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

/** All of them, newest first, each with its newest content: each is an act of an officer. */
export async function diligencesOf(connection: Connection, accountId: string): Promise<(DiligenceRow & ContentRow)[]> {
  const found = await sql<DiligenceRow & ContentRow>`SELECT ${COLUMNS}, sealed, by, at
    FROM compliance.due_diligence AS record
    JOIN compliance.due_diligence_content AS content ON content.diligence_id = record.id AND content.version = record.version
    WHERE account_id = ${accountId} ORDER BY number DESC`.execute(connection)
  return found.rows
}

/** Records about this officer, which are hidden from them. */
export async function diligenceAbout(connection: Connection, accountId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM compliance.due_diligence WHERE account_id = ${accountId}`.execute(connection)
  return found.rows.map(({ id }) => id)
}

interface NewContent extends ContentRow {
  readonly id: string
  readonly version: number
}
export async function insertContent(tx: Transaction, { id, version, sealed, by, at }: NewContent): Promise<void> {
  await sql`INSERT INTO compliance.due_diligence_content (diligence_id, version, sealed, by, at)
    VALUES (${id}, ${version}, ${sealed}, ${by}, ${at})`.execute(tx)
}

export async function findContent(connection: Connection, id: string, version: number): Promise<ContentRow> {
  const found = await sql<ContentRow>`SELECT sealed, by, at FROM compliance.due_diligence_content
    WHERE diligence_id = ${id} AND version = ${version}`.execute(connection)
  const [row] = found.rows
  if (!row) throw new Error('a due diligence without its content')
  return row
}

/** True for an author of any of its versions. */
export async function hasWritten(connection: Connection, id: string, officerId: string): Promise<boolean> {
  const found = await sql`SELECT FROM compliance.due_diligence_content WHERE diligence_id = ${id} AND by = ${officerId} LIMIT 1`.execute(
    connection,
  )
  return found.rows.length > 0
}

export async function saveVersion(tx: Transaction, { id, version }: Pick<DiligenceRow, 'id' | 'version'>): Promise<void> {
  await sql`UPDATE compliance.due_diligence SET version = ${version} WHERE id = ${id}`.execute(tx)
}

export async function setReturnedNote(tx: Transaction, id: string, sealed: Buffer | null): Promise<void> {
  await sql`UPDATE compliance.due_diligence SET returned_note = ${sealed} WHERE id = ${id}`.execute(tx)
}

/** True when all of them belong to this customer. */
export async function areOfPerson(
  connection: Connection,
  accountId: string,
  { files, reviews }: Pick<DiligenceContent, 'files' | 'reviews'>,
): Promise<boolean> {
  const [documents, checked] = [[...new Set(files)], [...new Set(reviews)]]
  const found = await sql<{ papers: number; reviews: number }>`SELECT
    (SELECT count(*)::int FROM compliance.case_file WHERE account_id = ${accountId} AND id = ANY(${documents}::uuid[])) AS papers,
    (SELECT count(*)::int FROM compliance.nature_review WHERE account_id = ${accountId} AND id = ANY(${checked}::uuid[])) AS reviews`.execute(
    connection,
  )
  return found.rows[0]?.papers === documents.length && found.rows[0].reviews === checked.length
}

export interface DocumentChoice {
  readonly id: string
  readonly name: string
  readonly folder: 'nature' | 'pep' | 'case'
  readonly addedAt: Date
}
/** All of them, newest first: a record may name any. */
export async function documentChoicesOf(connection: Connection, accountId: string): Promise<DocumentChoice[]> {
  const found = await sql<DocumentChoice>`SELECT id, name, folder, added_at AS "addedAt" FROM compliance.case_file
    WHERE account_id = ${accountId} ORDER BY id DESC`.execute(connection)
  return found.rows
}

export interface ReviewChoice {
  readonly id: string
  readonly number: number
  readonly outcome: 'verified' | 'declined' | null
  readonly createdAt: Date
}
/** All of them, newest first. */
export async function reviewChoicesOf(connection: Connection, accountId: string): Promise<ReviewChoice[]> {
  const found = await sql<ReviewChoice>`SELECT id, number, outcome, created_at AS "createdAt" FROM compliance.nature_review
    WHERE account_id = ${accountId} ORDER BY number DESC`.execute(connection)
  return found.rows
}

export interface WaitingAlert {
  readonly kind: number
  /** Time of the last finding, including the one that opened it. */
  readonly foundAt: Date
}
/** Open alerts that can be closed with a record. */
export async function waitingAlerts(connection: Connection, accountId: string): Promise<WaitingAlert[]> {
  const found =
    await sql<WaitingAlert>`SELECT kind, greatest(opened_at, found_at[cardinality(found_at)]) AS "foundAt" FROM alerts.past_episode
    WHERE account_id = ${accountId} AND closed_at IS NULL AND kind = ANY(${[...DILIGENCE_ALERTS]}::integer[]) ORDER BY kind`.execute(
      connection,
    )
  return found.rows
}
