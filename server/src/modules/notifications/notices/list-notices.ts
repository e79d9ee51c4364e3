/** Page of the bell, in the language of the reader. */

import type { Locale } from '@tunjo/contract/locales'
import { noticeText } from '@tunjo/contract/notice-text'
import type { Notice } from '@tunjo/contract/notifications'
import type { Database } from '../../../platform/database.ts'
import { countUnread, hasNoticeBefore, type NoticeRow, noticesOf } from './store.ts'

interface NoticesQuery {
  accountId: string
  before: Date | null
  size: number
  locale: Locale
  now: Date
}

export async function listNotices(db: Database, { accountId, before, size, locale, now }: NoticesQuery) {
  const rows = await noticesOf(db, accountId, { before, size })
  const oldest = rows.at(-1)
  const [unread, hasMore] = await Promise.all([
    countUnread(db, accountId),
    oldest ? hasNoticeBefore(db, accountId, oldest.at) : Promise.resolve(false),
  ])
  return { results: rows.map((row) => asNotice(row, locale)), unread, hasMore, now: now.toISOString() }
}

function asNotice(row: NoticeRow, locale: Locale): Notice {
  const { id, kind, url, at, readAt } = row
  return { id, kind, ...noticeText(row, locale), at: at.toISOString(), readAt: readAt?.toISOString() ?? null, url }
}
