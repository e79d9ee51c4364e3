/** SQL of documents that officers added to a customer. */
import type { Folder } from '@tunjo/contract/compliance-files'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { ERASED_NAME, type StoredFile } from '../../../../platform/files/index.ts'

export interface CaseFileRow {
  readonly id: string
  readonly reviewId: string | null
  readonly fileId: string
  readonly name: string
  readonly bytes: number
  readonly sha256: string
  readonly addedBy: string
  readonly addedAt: Date
}
interface Place {
  readonly accountId: string
  readonly folder: Folder
  readonly reviewId: string | null
  /** Id of the note to which they are attached. */
  readonly noteId?: string
}

export async function insertFile(tx: Transaction, place: Place, stored: StoredFile, by: { officerId: string; at: Date }): Promise<void> {
  const { accountId, folder, reviewId, noteId = null } = place
  await sql`INSERT INTO compliance.case_file (id, account_id, folder, review_id, note_id, file_id, name, bytes, sha256, added_by,
      added_at)
    VALUES (${newId()}, ${accountId}, ${folder}, ${reviewId}, ${noteId}, ${stored.id}, ${stored.originalName}, ${stored.bytes}, ${stored.sha256},
      ${by.officerId}, ${by.at})`.execute(tx)
}

export async function eraseNames(connection: Connection, accountId: string): Promise<void> {
  await sql`UPDATE compliance.case_file SET name = ${ERASED_NAME} WHERE account_id = ${accountId}`.execute(connection)
}

/** All of them, newest first: each is an upload of an officer. */
export async function filesIn(connection: Connection, accountId: string, folder: Folder): Promise<CaseFileRow[]> {
  const found = await sql<CaseFileRow>`SELECT id, review_id AS "reviewId", file_id AS "fileId", name, bytes, sha256, added_by AS "addedBy",
      added_at AS "addedAt"
    FROM compliance.case_file WHERE account_id = ${accountId} AND folder = ${folder} ORDER BY id DESC`.execute(connection)
  return found.rows
}

export async function hasFiles(connection: Connection, accountId: string, reviewId: string): Promise<boolean> {
  const found = await sql`SELECT FROM compliance.case_file
    WHERE account_id = ${accountId} AND folder = 'nature' AND review_id = ${reviewId} LIMIT 1`.execute(connection)
  return found.rows.length > 0
}

type NoteFileRow = Pick<CaseFileRow, 'id' | 'fileId' | 'name' | 'bytes' | 'sha256'> & { readonly noteId: string }

/** In the order of their arrival. */
export async function filesOfNotes(connection: Connection, noteIds: readonly string[]): Promise<NoteFileRow[]> {
  const found = await sql<NoteFileRow>`SELECT id, note_id AS "noteId", file_id AS "fileId", name, bytes, sha256
    FROM compliance.case_file WHERE note_id = ANY(${[...noteIds]}) ORDER BY id`.execute(connection)
  return found.rows
}
