/** SQL of keys, files and views. */
import { sql } from 'kysely'
import type { Connection, Database } from '../database/database.ts'
import { ERASED_NAME, type FileView, type StoredFile } from './types.ts'

const COLUMNS = sql`id, owner_id AS "ownerId", kind, media_type AS "mediaType", bytes, sha256, original_name AS "originalName",
  purpose, created_at AS "createdAt"`

/** Returns the key that is in force, which a concurrent caller may have created. */
export async function insertKeyOnce(connection: Connection, ownerId: string, sealed: string, now: Date): Promise<string> {
  await sql`INSERT INTO platform.file_key AS key (owner_id, sealed, created_at) VALUES (${ownerId}, ${sealed}, ${now})
    ON CONFLICT (owner_id) DO UPDATE SET sealed = EXCLUDED.sealed, created_at = EXCLUDED.created_at WHERE key.sealed IS NULL`.execute(
    connection,
  )
  const kept = await findKey(connection, ownerId)
  if (kept === null) throw new Error('the key was destroyed while a file was stored')
  return kept.sealed
}

export interface KeyRow {
  readonly sealed: string
  /** True when the owner had another key before. */
  readonly isSecond: boolean
}
export async function findKey(connection: Connection, ownerId: string): Promise<KeyRow | null> {
  const found = await sql<KeyRow>`SELECT sealed, destroyed_at IS NOT NULL AS "isSecond" FROM platform.file_key
    WHERE owner_id = ${ownerId} AND sealed IS NOT NULL`.execute(connection)
  return found.rows[0] ?? null
}

/** Destroy the key, with unfinished uploads and the names of the files. */
export async function destroyKey(connection: Connection, ownerId: string, now: Date): Promise<void> {
  await sql`WITH upload AS (DELETE FROM platform.partial_upload WHERE owner_id = ${ownerId}),
      named AS (UPDATE platform.stored_file SET original_name = ${ERASED_NAME} WHERE owner_id = ${ownerId})
    INSERT INTO platform.file_key (owner_id, created_at, destroyed_at) VALUES (${ownerId}, ${now}, ${now})
    ON CONFLICT (owner_id) DO UPDATE SET sealed = NULL, destroyed_at = EXCLUDED.destroyed_at`.execute(connection)
}

export async function insertFile(connection: Connection, file: StoredFile): Promise<void> {
  await sql`INSERT INTO platform.stored_file (id, owner_id, kind, media_type, bytes, sha256, original_name, purpose, created_at)
    VALUES (${file.id}, ${file.ownerId}, ${file.kind}, ${file.mediaType}, ${file.bytes}, ${file.sha256}, ${file.originalName},
      ${file.purpose}, ${file.createdAt})`.execute(connection)
}

export async function findFile(connection: Connection, id: string): Promise<StoredFile | null> {
  const found = await sql<StoredFile>`SELECT ${COLUMNS} FROM platform.stored_file WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}

export async function deleteFile(connection: Connection, id: string): Promise<void> {
  await sql`DELETE FROM platform.stored_file WHERE id = ${id}`.execute(connection)
}

export async function filesOf(connection: Connection, ownerId: string): Promise<StoredFile[]> {
  const found =
    await sql<StoredFile>`SELECT ${COLUMNS} FROM platform.stored_file WHERE owner_id = ${ownerId} ORDER BY created_at, id`.execute(
      connection,
    )
  return found.rows
}

export async function insertView(connection: Connection, id: string, { fileId, viewerId, ip, at }: FileView): Promise<void> {
  await sql`INSERT INTO platform.file_view (id, file_id, viewer_id, ip, at) VALUES (${id}, ${fileId}, ${viewerId}, ${ip}, ${at})`.execute(
    connection,
  )
}

export async function viewsOf(db: Database, fileId: string): Promise<FileView[]> {
  const found = await sql<FileView>`SELECT file_id AS "fileId", viewer_id AS "viewerId", ip, at FROM platform.file_view
    WHERE file_id = ${fileId} ORDER BY at, id`.execute(db)
  return found.rows
}
