/** SQL of list files that await the approval of two officers. */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { LIST_BYTES_MAX, type ListName } from '@tunjo/contract/screening'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

export interface ListFileRow {
  readonly id: string
  readonly list: ListName
  readonly sha256: string
  readonly entries: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly sentAt: Date
  /** Fetched from the address of its publisher, not sent by an officer. */
  readonly isFetched: boolean
}
const FILE = sql`id, list, sha256, entries, added, changed, removed, sent_at AS "sentAt", sent_by IS NULL AS "isFetched"`
export const pack: (content: Uint8Array) => Promise<Buffer> = promisify(gzip)
const unpack: (packed: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer> = promisify(gunzip)

export interface NewListFile extends Omit<ListFileRow, 'isFetched'> {
  readonly packed: Buffer
  /** Null: it was fetched. */
  readonly sentBy: string | null
}
/** Replaces the earlier file. */
export async function putFile(
  tx: Transaction,
  { id, list, sha256, entries, added, changed, removed, packed, sentBy, sentAt }: NewListFile,
) {
  await dropFile(tx, list)
  await sql`INSERT INTO screening.list_file (id, list, sha256, entries, added, changed, removed, content, sent_by, sent_at)
    VALUES (${id}, ${list}, ${sha256}, ${entries}, ${added}, ${changed}, ${removed}, ${packed}, ${sentBy}, ${sentAt})`.execute(tx)
}
export async function dropFile(tx: Transaction, list: ListName): Promise<void> {
  await sql`DELETE FROM screening.list_file WHERE list = ${list}`.execute(tx)
}
/** Keeps the files with an open approval request. */
export async function dropFilesBefore(connection: Connection, before: Date, asked: ReadonlySet<string>): Promise<void> {
  await sql`DELETE FROM screening.list_file WHERE sent_at < ${before} AND NOT list = ANY(${[...asked]}::text[])`.execute(connection)
}
export async function findFile(connection: Connection, id: string): Promise<ListFileRow | null> {
  const found = await sql<ListFileRow>`SELECT ${FILE} FROM screening.list_file WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}
export async function fileOfList(connection: Connection, list: ListName): Promise<ListFileRow | null> {
  const found = await sql<ListFileRow>`SELECT ${FILE} FROM screening.list_file WHERE list = ${list}`.execute(connection)
  return found.rows[0] ?? null
}
export async function contentOf(connection: Connection, id: string): Promise<Buffer> {
  const found = await sql<{ content: Buffer }>`SELECT content FROM screening.list_file WHERE id = ${id}`.execute(connection)
  const [row] = found.rows
  if (!row) throw new Error('the file is there: its facts were read before')
  return unpack(row.content, { maxOutputLength: LIST_BYTES_MAX })
}
