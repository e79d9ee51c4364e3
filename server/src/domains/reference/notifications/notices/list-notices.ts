/** Page of the bell, in the language of the reader. */

import type { Locale } from '@tunjo/contract/locales'
import { noticeText } from '@tunjo/contract/notice-text'
import type { Notice } from '@tunjo/contract/notifications'
import type { Database } from '../../../../platform/database/database.ts'
import { localiseNotice } from '../localise-values.ts'
import type { TranslateText } from '../types.ts'
import { countUnread, hasNoticeBefore, type NoticeRow, noticesOf } from './store.ts'

interface NoticesQuery {
  accountId: string
  before: Date | null
  size: number
  locale: Locale
  translate: TranslateText
  now: Date
}

export async function listNotices(db: Database, { accountId, before, size, locale, translate, now }: NoticesQuery) {
  const rows = await noticesOf(db, accountId, { before, size })
  const oldest = rows.at(-1)
  const [unread, hasMore] = await Promise.all([
    countUnread(db, accountId),
    oldest ? hasNoticeBefore(db, accountId, oldest.at) : Promise.resolve(false),
  ])
  return { results: rows.map((row) => asNotice(row, locale, translate)), unread, hasMore, now: now.toISOString() }
}

function asNotice(row: NoticeRow, locale: Locale, translate: TranslateText): Notice {
  const { id, kind, url, at, readAt } = row
  const facts = localiseNotice(row, locale, translate)
  return { id, kind, ...noticeText(facts, locale), at: at.toISOString(), readAt: readAt?.toISOString() ?? null, url }
}
