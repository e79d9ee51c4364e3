/** SQL of notices and of a person's mail preferences. */
import type { NoticeFacts } from '@tunjo/contract/notice-text'
import type { Preferences } from '@tunjo/contract/notifications'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

export interface NewNotice {
  readonly id: string
  readonly accountId: string
  readonly kind: string
  readonly values: object
  readonly url: string | null
  readonly once: string | null
  readonly at: Date
}
export type NoticeRow = NoticeFacts & { id: string; url: string | null; at: Date; readAt: Date | null }

/** False when the person was notified before. */
export async function insertNotice(tx: Transaction, { id, accountId, kind, values, url, once, at }: NewNotice): Promise<boolean> {
  const inserted = await sql`INSERT INTO notifications.notice (id, account_id, kind, notice_values, url, once_key, at)
    VALUES (${id}, ${accountId}, ${kind}, ${JSON.stringify(values)}, ${url}, ${once}, ${at})
    ON CONFLICT (account_id, once_key) DO NOTHING RETURNING 1`.execute(tx)
  return inserted.rows.length > 0
}

/** Newest first. Notices of one instant stay together, so that the next page, which is older than that instant, misses none. */
export async function noticesOf(
  connection: Connection,
  accountId: string,
  { before, size }: { before: Date | null; size: number },
): Promise<NoticeRow[]> {
  const older = before ? sql`AND at < ${before}` : sql``
  const found = await sql<NoticeRow>`SELECT id, kind, notice_values AS "values", url, at, read_at AS "readAt" FROM (
      SELECT * FROM notifications.notice WHERE account_id = ${accountId} ${older} ORDER BY at DESC FETCH FIRST ${size} ROWS WITH TIES
    ) AS newest ORDER BY at DESC, id DESC`.execute(connection)
  return found.rows
}

export async function hasNoticeBefore(connection: Connection, accountId: string, before: Date): Promise<boolean> {
  const found = await sql`SELECT 1 FROM notifications.notice WHERE account_id = ${accountId} AND at < ${before} LIMIT 1`.execute(connection)
  return found.rows.length > 0
}

export async function countUnread(connection: Connection, accountId: string): Promise<number> {
  const found = await sql<{ unread: bigint }>`SELECT count(*) AS unread FROM notifications.notice
    WHERE account_id = ${accountId} AND read_at IS NULL`.execute(connection)
  return Number(found.rows[0]?.unread ?? 0n)
}

/** Only notices of the account, whatever ids were named; all of them without ids. */
export async function markRead(connection: Connection, accountId: string, ids: readonly string[] | undefined, now: Date): Promise<void> {
  const named = ids ? sql`AND id = ANY(${[...ids]}::uuid[])` : sql``
  await sql`UPDATE notifications.notice SET read_at = ${now} WHERE account_id = ${accountId} AND read_at IS NULL ${named}`.execute(
    connection,
  )
}

const EVERYTHING: Preferences = { mailDeposits: true, mailWithdrawals: true, mailTrades: true }

export async function preferencesOf(connection: Connection, accountId: string): Promise<Preferences> {
  const found =
    await sql<Preferences>`SELECT mail_deposits AS "mailDeposits", mail_withdrawals AS "mailWithdrawals", mail_trades AS "mailTrades"
    FROM notifications.preference WHERE account_id = ${accountId}`.execute(connection)
  return found.rows[0] ?? EVERYTHING
}

export async function savePreferences(connection: Connection, accountId: string, chosen: Preferences): Promise<void> {
  const { mailDeposits, mailWithdrawals, mailTrades } = chosen
  await sql`INSERT INTO notifications.preference (account_id, mail_deposits, mail_withdrawals, mail_trades)
    VALUES (${accountId}, ${mailDeposits}, ${mailWithdrawals}, ${mailTrades})
    ON CONFLICT (account_id) DO UPDATE SET mail_deposits = ${mailDeposits}, mail_withdrawals = ${mailWithdrawals},
      mail_trades = ${mailTrades}`.execute(connection)
}

/** Returns how many. */
export async function deleteNoticesBefore(connection: Connection, before: Date, rowsMax: number): Promise<number> {
  const deleted = await sql`DELETE FROM notifications.notice
    WHERE id IN (SELECT id FROM notifications.notice WHERE at < ${before} LIMIT ${rowsMax})`.execute(connection)
  return Number(deleted.numAffectedRows ?? 0n)
}
