/** SQL of messages: immutable, read in pages. */
import type { EntryKind } from '@tunjo/contract/conversations'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { ERASED_NAME, type StoredFile } from '../../../platform/files/index.ts'

export type AuthorKind = 'system' | 'customer' | 'officer'
export interface MessageRow {
  readonly id: string
  readonly author: AuthorKind
  readonly authorId: string | null
  readonly kind: EntryKind
  readonly sealed: Buffer
  readonly at: Date
}
export interface NewMessage extends MessageRow {
  readonly conversationId: string
  readonly clientId: string | null
  readonly eventId: string | null
}

const COLUMNS = sql`id, author, author_id AS "authorId", kind, sealed, at`

/** False for an effect of an event that was consumed before. */
export async function insertMessage(tx: Transaction, message: NewMessage): Promise<boolean> {
  const { id, conversationId, author, authorId, clientId, eventId, kind, sealed, at } = message
  const inserted =
    await sql`INSERT INTO conversations.message (id, conversation_id, author, author_id, client_id, event_id, kind, sealed, at)
    VALUES (${id}, ${conversationId}, ${author}, ${authorId}, ${clientId}, ${eventId}, ${kind}, ${sealed}, ${at})
    ON CONFLICT (conversation_id, event_id) DO NOTHING RETURNING 1`.execute(tx)
  return inserted.rows.length > 0
}

export interface SentRow extends MessageRow {
  /** Checksum and name of each, in the order of their arrival. */
  readonly files: readonly string[]
}

/** The earlier message of its author with this id. */
export async function findSent(
  connection: Connection,
  { conversationId, authorId, clientId }: { conversationId: string; authorId: string; clientId: string },
): Promise<SentRow | null> {
  const found = await sql<SentRow>`SELECT ${COLUMNS},
      ARRAY(SELECT bytes || ' ' || name FROM conversations.attachment WHERE message_id = message.id ORDER BY attachment.id) AS files
    FROM conversations.message
    WHERE conversation_id = ${conversationId} AND author_id = ${authorId} AND client_id = ${clientId}`.execute(connection)
  return found.rows[0] ?? null
}

export async function hasEntry(connection: Connection, conversationId: string, entryId: string): Promise<boolean> {
  const found = await sql`SELECT FROM conversations.message WHERE conversation_id = ${conversationId} AND id = ${entryId}`.execute(
    connection,
  )
  return found.rows.length > 0
}

/** True when the customer wrote after this entry. */
export async function isWrittenAfter(tx: Transaction, conversationId: string, entryId: string): Promise<boolean> {
  const found = await sql`SELECT FROM conversations.message
    WHERE conversation_id = ${conversationId} AND author = 'customer' AND id > ${entryId} LIMIT 1`.execute(tx)
  return found.rows.length > 0
}

/** Newest first. */
export async function messagesOf(
  connection: Connection,
  conversationId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<MessageRow[]> {
  const found = await sql<MessageRow>`SELECT ${COLUMNS} FROM conversations.message
    WHERE conversation_id = ${conversationId} AND (${before}::uuid IS NULL OR id < ${before}) ORDER BY id DESC LIMIT ${limit}`.execute(
    connection,
  )
  return found.rows
}

export interface AttachmentRow {
  readonly id: string
  readonly messageId: string
  readonly fileId: string
  readonly name: string
  readonly kind: 'image' | 'pdf'
  readonly bytes: bigint
}

export async function insertAttachment(tx: Transaction, messageId: string, file: StoredFile): Promise<void> {
  await sql`INSERT INTO conversations.attachment (id, message_id, file_id, name, kind, bytes, sha256)
    VALUES (${newId()}, ${messageId}, ${file.id}, ${file.originalName}, ${file.kind}, ${file.bytes}, ${file.sha256})`.execute(tx)
}

export async function eraseNames(connection: Connection, accountId: string): Promise<void> {
  await sql`UPDATE conversations.attachment SET name = ${ERASED_NAME} WHERE message_id IN (
      SELECT message.id FROM conversations.message JOIN conversations.conversation ON conversation.id = message.conversation_id
      WHERE conversation.account_id = ${accountId})`.execute(connection)
}

/** In the order of their arrival. */
export async function attachmentsOf(connection: Connection, messageIds: readonly string[]): Promise<AttachmentRow[]> {
  const found = await sql<AttachmentRow>`SELECT id, message_id AS "messageId", file_id AS "fileId", name, kind, bytes
    FROM conversations.attachment WHERE message_id = ANY(${[...messageIds]}) ORDER BY id`.execute(connection)
  return found.rows
}
