/** SQL of conversations: one for each matter of a customer. */
import type { ConversationState } from '@tunjo/contract/conversations'
import { type RawBuilder, sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import type { ConversationRow, ConversationStatus, Matter } from './types.ts'

export interface ShownRow extends ConversationRow {
  readonly unread: number
}

const COLUMNS = sql`id, account_id AS "accountId", topic, subject, state, opened_at AS "openedAt", last_at AS "lastAt",
  matter_due_at AS "matterDueAt", answer_due_at AS "answerDueAt", unanswered_since AS "unansweredSince", asks`
const UNREAD = sql`(SELECT count(*) FROM conversations.message WHERE conversation_id = conversation.id AND author <> 'customer'
  AND (seen_id IS NULL OR message.id > seen_id))::integer AS unread`

/** The same matter again opens no new conversation. */
export async function insertConversation(tx: Transaction, row: Matter & { id: string; state: string; at: Date }): Promise<boolean> {
  const { id, accountId, topic, subject, state, at } = row
  const inserted = await sql`INSERT INTO conversations.conversation (id, account_id, topic, subject, state, opened_at, last_at, asks)
    VALUES (${id}, ${accountId}, ${topic}, ${subject}, ${state}, ${at}, ${at}, false)
    ON CONFLICT (account_id, topic, subject) DO NOTHING RETURNING 1`.execute(tx)
  return inserted.rows.length > 0
}

const one = async <T extends ConversationRow>(connection: Connection, query: RawBuilder<T>): Promise<T | null> =>
  (await query.execute(connection)).rows[0] ?? null

export const lockMatter = (tx: Transaction, { accountId, topic, subject }: Matter) =>
  one(
    tx,
    sql<ConversationRow>`SELECT ${COLUMNS} FROM conversations.conversation
    WHERE account_id = ${accountId} AND topic = ${topic} AND subject = ${subject} FOR UPDATE`,
  )

export const lockConversation = (tx: Transaction, id: string) =>
  one(tx, sql<ConversationRow>`SELECT ${COLUMNS} FROM conversations.conversation WHERE id = ${id} FOR UPDATE`)

/** In a fixed order, so that transactions never deadlock. */
export async function lockOpenOf(tx: Transaction, accountId: string): Promise<ConversationRow[]> {
  const found = await sql<ConversationRow>`SELECT ${COLUMNS} FROM conversations.conversation
    WHERE account_id = ${accountId} AND state = 'open' ORDER BY id FOR UPDATE`.execute(tx)
  return found.rows
}

export const findConversation = (connection: Connection, id: string) =>
  one(connection, sql<ShownRow>`SELECT ${COLUMNS}, ${UNREAD} FROM conversations.conversation WHERE id = ${id}`)

export const findMatter = (connection: Connection, { accountId, topic, subject }: Matter) =>
  one(
    connection,
    sql<ShownRow>`SELECT ${COLUMNS}, ${UNREAD} FROM conversations.conversation
    WHERE account_id = ${accountId} AND topic = ${topic} AND subject = ${subject}`,
  )

export async function updateStatus(tx: Transaction, id: string, standing: ConversationStatus): Promise<void> {
  const { lastAt, matterDueAt, answerDueAt, unansweredSince, asks } = standing
  await sql`UPDATE conversations.conversation SET last_at = ${lastAt}, matter_due_at = ${matterDueAt}, answer_due_at = ${answerDueAt},
    unanswered_since = ${unansweredSince}, asks = ${asks} WHERE id = ${id}`.execute(tx)
}

/** Never moves back, and never to an entry of another conversation. */
export async function markSeen(connection: Connection, id: string, entryId: string): Promise<void> {
  await sql`UPDATE conversations.conversation SET seen_id = ${entryId}
    WHERE id = ${id} AND (seen_id IS NULL OR seen_id < ${entryId})
      AND EXISTS (SELECT FROM conversations.message WHERE conversation_id = ${id} AND message.id = ${entryId})`.execute(connection)
}

export async function unreadOf(connection: Connection, accountId: string): Promise<number> {
  const found = await sql<{ unread: number }>`SELECT count(*)::integer AS unread
    FROM conversations.conversation JOIN conversations.message ON conversation_id = conversation.id
    WHERE account_id = ${accountId} AND author <> 'customer' AND (seen_id IS NULL OR message.id > seen_id)`.execute(connection)
  return found.rows[0]?.unread ?? 0
}

const OF_PERSON_MAX = 200

/** Conversations of one customer, newest first; `before` is the id of the last one that was read. */
export async function conversationsOf(
  connection: Connection,
  accountId: string,
  { before = null, state = null, limit = OF_PERSON_MAX }: { before?: string | null; state?: ConversationState | null; limit?: number } = {},
): Promise<ShownRow[]> {
  const older =
    before === null
      ? sql`true`
      : sql`(last_at, id) < (SELECT last_at, id FROM conversations.conversation WHERE id = ${before} AND account_id = ${accountId})`
  const found = await sql<ShownRow>`SELECT ${COLUMNS}, ${UNREAD} FROM conversations.conversation
    WHERE account_id = ${accountId} AND (${state}::text IS NULL OR state = ${state}) AND ${older} ORDER BY last_at DESC, id DESC LIMIT ${limit}`.execute(
    connection,
  )
  return found.rows
}

export interface QueueQuery {
  readonly show: 'unanswered' | ConversationState
  readonly now: Date
  /** An officer who is a customer too does not read their own. */
  readonly except: string
  readonly offset: number
  readonly limit: number
}

/** An answer is due, or a matter takes longer than promised. */
const waits = (now: Date) => sql`(unanswered_since IS NOT NULL OR (state = 'open' AND matter_due_at <= ${now}))`

/** Waiting ones: the longest wait first. Others: newest first. */
export async function queueOf(connection: Connection, { show, now, except, offset, limit }: QueueQuery): Promise<ShownRow[]> {
  const [wanted, order] =
    show === 'unanswered'
      ? [waits(now), sql`coalesce(unanswered_since, matter_due_at), id`]
      : [sql`state = ${show}`, sql`last_at DESC, id DESC`]
  const found = await sql<ShownRow>`SELECT ${COLUMNS}, 0 AS unread FROM conversations.conversation
    WHERE ${wanted} AND account_id <> ${except} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`.execute(connection)
  return found.rows
}

export async function countUnanswered(connection: Connection, { now, except }: Pick<QueueQuery, 'now' | 'except'>): Promise<number> {
  const found = await sql<{ waiting: number }>`SELECT count(*)::integer AS waiting FROM conversations.conversation
    WHERE ${waits(now)} AND account_id <> ${except}`.execute(connection)
  return found.rows[0]?.waiting ?? 0
}
