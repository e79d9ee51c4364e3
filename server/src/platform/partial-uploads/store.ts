/** SQL of uploads and their pieces. */
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Connection, Transaction } from '../database/database.ts'
import type { PartialUpload, UploadToBegin } from './types.ts'

const UPLOAD = sql`id, owner_id AS "ownerId", purpose, name, bytes, fingerprint, received, result_id AS "resultId"`

export async function findUpload(connection: Connection, ownerId: string, id: string): Promise<PartialUpload | null> {
  if (!isUuid(id)) return null
  const found = await sql<PartialUpload>`SELECT ${UPLOAD} FROM platform.partial_upload
    WHERE id = ${id} AND owner_id = ${ownerId}`.execute(connection)
  return found.rows[0] ?? null
}

/** Until the transaction ends no other call adds to it. */
export async function lockUpload(tx: Transaction, ownerId: string, id: string): Promise<PartialUpload | null> {
  if (!isUuid(id)) return null
  const found = await sql<PartialUpload>`SELECT ${UPLOAD} FROM platform.partial_upload
    WHERE id = ${id} AND owner_id = ${ownerId} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

export async function findSame(tx: Transaction, { ownerId, purpose, fingerprint }: UploadToBegin): Promise<PartialUpload | null> {
  const found = await sql<PartialUpload>`SELECT ${UPLOAD} FROM platform.partial_upload
    WHERE owner_id = ${ownerId} AND purpose = ${purpose} AND fingerprint = ${fingerprint}`.execute(tx)
  return found.rows[0] ?? null
}

export async function unfinishedOf(connection: Connection, ownerId: string): Promise<(PartialUpload & { touchedAt: Date })[]> {
  const found = await sql<PartialUpload & { touchedAt: Date }>`SELECT ${UPLOAD}, touched_at AS "touchedAt" FROM platform.partial_upload
    WHERE owner_id = ${ownerId} AND result_id IS NULL ORDER BY touched_at, id`.execute(connection)
  return found.rows
}

export async function insertUpload(tx: Transaction, id: string, upload: UploadToBegin, now: Date): Promise<PartialUpload> {
  const { ownerId, purpose, name, bytes, fingerprint } = upload
  await sql`INSERT INTO platform.partial_upload (id, owner_id, purpose, name, bytes, fingerprint, received, touched_at)
    VALUES (${id}, ${ownerId}, ${purpose}, ${name}, ${bytes}, ${fingerprint}, 0, ${now})`.execute(tx)
  return { ...upload, id, received: 0, resultId: null }
}

export async function touchUpload(tx: Transaction, id: string, received: number, now: Date): Promise<void> {
  await sql`UPDATE platform.partial_upload SET received = ${received}, touched_at = ${now} WHERE id = ${id}`.execute(tx)
}

export async function insertPiece(tx: Transaction, id: string, start: number, sealed: Buffer): Promise<void> {
  await sql`INSERT INTO platform.partial_upload_piece (upload_id, start, sealed) VALUES (${id}, ${start}, ${sealed})`.execute(tx)
}

export interface Piece {
  start: number
  sealed: Buffer
}
/** From `start` on, in order. */
export async function piecesFrom(connection: Connection, id: string, start: number, limit: number): Promise<Piece[]> {
  const found = await sql<Piece>`SELECT start, sealed FROM platform.partial_upload_piece
    WHERE upload_id = ${id} AND start >= ${start} ORDER BY start LIMIT ${limit}`.execute(connection)
  return found.rows
}

export async function finishUpload(tx: Transaction, id: string, resultId: string, now: Date): Promise<void> {
  await sql`UPDATE platform.partial_upload SET result_id = ${resultId}, touched_at = ${now} WHERE id = ${id}`.execute(tx)
  await sql`DELETE FROM platform.partial_upload_piece WHERE upload_id = ${id}`.execute(tx)
}

export async function deleteUpload(connection: Connection, id: string): Promise<void> {
  await sql`DELETE FROM platform.partial_upload WHERE id = ${id}`.execute(connection)
}

/** False when it was finished, or no longer exists. */
export async function deleteUnfinished(connection: Connection, id: string): Promise<boolean> {
  const deleted = await sql`DELETE FROM platform.partial_upload WHERE id = ${id} AND result_id IS NULL RETURNING id`.execute(connection)
  return deleted.rows.length > 0
}

export async function deleteUnfinishedOf(tx: Transaction, ownerId: string, purpose: string): Promise<void> {
  await sql`DELETE FROM platform.partial_upload WHERE owner_id = ${ownerId} AND purpose = ${purpose} AND result_id IS NULL`.execute(tx)
}

export async function deleteUntouched(connection: Connection, before: Date): Promise<void> {
  await sql`DELETE FROM platform.partial_upload WHERE touched_at < ${before}`.execute(connection)
}
