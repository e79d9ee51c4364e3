/** SQL of officers' notes: immutable, read in pages. */
import type { NoteCategory } from '@tunjo/contract/case-notes'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

interface Note {
  readonly id: string
  readonly accountId: string
  readonly category: NoteCategory
  readonly corrects: string | null
  readonly authorId: string
  readonly at: Date
}
export interface NewNote extends Note {
  readonly text: string
}
interface NoteRequest {
  readonly requestId: string
  readonly requestHash: string
}
export interface NoteRow extends Note {
  /** Only for notes that are not sealed yet. */
  readonly text: string | null
  readonly sealed: Buffer | null
  readonly correctedBy: readonly string[]
}

export async function insertNote(tx: Transaction, note: Note & NoteRequest & { sealed: Buffer }): Promise<void> {
  const { id, accountId, category, sealed, corrects, authorId, at, requestId, requestHash } = note
  await sql`INSERT INTO compliance.case_note (id, account_id, category, sealed, corrects, author_id, at, request_id, request_hash)
    VALUES (${id}, ${accountId}, ${category}, ${sealed}, ${corrects}, ${authorId}, ${at}, ${requestId}, ${requestHash})`.execute(tx)
}

/** The note that a request created. */
export type WrittenNote = Pick<NewNote, 'id' | 'at'> & Pick<NoteRequest, 'requestHash'>
export async function noteOfRequest(connection: Connection, requestId: string): Promise<WrittenNote | null> {
  const found = await sql<WrittenNote>`SELECT id, at, request_hash AS "requestHash" FROM compliance.case_note
    WHERE request_id = ${requestId}`.execute(connection)
  return found.rows[0] ?? null
}

export async function isNoteOf(connection: Connection, accountId: string, id: string): Promise<boolean> {
  const found = await sql`SELECT FROM compliance.case_note WHERE account_id = ${accountId} AND id = ${id}`.execute(connection)
  return found.rows.length > 0
}

/** Newest first: ids are ordered by time. */
export async function notesOf(
  connection: Connection,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<NoteRow[]> {
  const found = await sql<NoteRow>`SELECT id, account_id AS "accountId", category, text, sealed, corrects, author_id AS "authorId", at,
      ARRAY(SELECT later.id FROM compliance.case_note later WHERE later.corrects = note.id ORDER BY later.id) AS "correctedBy"
    FROM compliance.case_note note
    WHERE account_id = ${accountId} AND (${before}::uuid IS NULL OR id < ${before}) ORDER BY id DESC LIMIT ${limit}`.execute(connection)
  return found.rows
}

/** Skips rows locked by another process. */
export async function unsealedNotes(tx: Transaction, limit: number): Promise<Pick<NewNote, 'id' | 'accountId' | 'text'>[]> {
  const found = await sql<Pick<NewNote, 'id' | 'accountId' | 'text'>>`SELECT id, account_id AS "accountId", text FROM compliance.case_note
    WHERE text IS NOT NULL ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(tx)
  return found.rows
}

export async function sealNote(tx: Transaction, id: string, sealed: Buffer): Promise<void> {
  await sql`UPDATE compliance.case_note SET text = NULL, sealed = ${sealed} WHERE id = ${id}`.execute(tx)
}
