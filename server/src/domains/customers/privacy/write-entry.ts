/** Entries of a request: sealed with the key of its person, for any author, with their files. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { ERASED_NAME, type StoredFile } from '../../../platform/files/index.ts'
import type { ReceivedFile } from '../../../platform/http/upload.ts'
import type { EntryRow, PrivacyContext, RequestRow } from './types.ts'

export interface NewEntry extends Pick<EntryRow, 'author' | 'authorId' | 'kind' | 'at'> {
  readonly text?: string | null
  readonly files?: readonly StoredFile[]
}

const nameOf = (entryId: string): string => `privacy.entry:${entryId}`

export async function writeEntry(
  { files }: Pick<PrivacyContext, 'files'>,
  tx: Transaction,
  request: Pick<RequestRow, 'id' | 'accountId'>,
  { author, authorId, kind, at, text = null, files: stored = [] }: NewEntry,
): Promise<string> {
  const id = newId()
  const sealed = text === null ? null : (await files.sealerOf(request.accountId, tx)).seal(nameOf(id), Buffer.from(text))
  await sql`INSERT INTO privacy.entry (id, request_id, author, author_id, kind, sealed, at)
    VALUES (${id}, ${request.id}, ${author}, ${authorId}, ${kind}, ${sealed}, ${at})`.execute(tx)
  for (const file of stored) {
    await files.attach(tx, file)
    await sql`INSERT INTO privacy.attachment (id, entry_id, file_id, name, kind, bytes, sha256)
      VALUES (${newId()}, ${id}, ${file.id}, ${file.originalName}, ${file.kind}, ${file.bytes}, ${file.sha256})`.execute(tx)
  }
  return id
}

/** Sealed under the key of the person; without `keep`, none of them stays. */
export async function storeFiles<T>(
  { files }: Pick<PrivacyContext, 'files'>,
  { ownerId, author, authorId, received }: { ownerId: string; author: string; authorId: string; received: readonly ReceivedFile[] },
  keep: (stored: readonly StoredFile[]) => Promise<T>,
): Promise<T> {
  if (received.length === 0) return keep([])
  await files.countUpload(
    authorId,
    received.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  return files.storing(async (write) => {
    const stored: StoredFile[] = []
    for (const file of received) {
      const { kind, mediaType, originalName } = file
      stored.push(await write({ ownerId, purpose: `privacy.${author}`, kind, mediaType, originalName, content: await file.read() }))
    }
    return keep(stored)
  })
}

/** All of them, oldest first: the newest one is the answer. */
export async function entriesOf(connection: Connection, requestId: string): Promise<EntryRow[]> {
  const found = await sql<EntryRow>`SELECT id, request_id AS "requestId", author, author_id AS "authorId", kind, sealed, at
    FROM privacy.entry WHERE request_id = ${requestId} ORDER BY id`.execute(connection)
  return found.rows
}

export interface AttachmentRow {
  readonly id: string
  readonly entryId: string
  readonly fileId: string
  readonly name: string
  readonly kind: 'image' | 'pdf'
  readonly bytes: bigint
}
export async function attachmentsOf(connection: Connection, requestId: string): Promise<AttachmentRow[]> {
  const found = await sql<AttachmentRow>`SELECT attachment.id, entry_id AS "entryId", file_id AS "fileId", name, attachment.kind, bytes
    FROM privacy.attachment JOIN privacy.entry ON entry.id = entry_id WHERE request_id = ${requestId} ORDER BY attachment.id`.execute(
    connection,
  )
  return found.rows
}

/** Null for an entry without text, and for a person whose key was destroyed. */
export async function textOpener({ files }: Pick<PrivacyContext, 'files'>, accountId: string): Promise<(entry: EntryRow) => string | null> {
  const open = await files.openerOf(accountId)
  return ({ id, sealed }) => (sealed && open?.(nameOf(id), sealed)?.toString()) ?? null
}

export async function eraseFileNames(connection: Connection, accountId: string): Promise<void> {
  await sql`UPDATE privacy.attachment SET name = ${ERASED_NAME} WHERE entry_id IN (
      SELECT entry.id FROM privacy.entry JOIN privacy.data_request ON data_request.id = request_id
      WHERE account_id = ${accountId})`.execute(connection)
}
