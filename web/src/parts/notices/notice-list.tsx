/** Notices of a person, newest first. */
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Notice } from '../../api/notices.ts'
import { Age } from '../../ui/age.tsx'
import { formatDate } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import classes from './notice-panel.module.css'

interface NoticeListProps {
  pages: readonly { results: readonly Notice[]; now: string }[]
  /** Device time at which they were read. */
  readAtMs: number
  onOpen: (id: string, leaves: boolean) => void
}

export function NoticeList({ pages, readAtMs, onOpen }: NoticeListProps) {
  const { t } = useTranslation('notices')
  const notices = pages.flatMap(({ results }) => results)
  const nowMs = Date.parse(pages[0]?.now ?? '')
  if (notices.length === 0) return <EmptyState icon={<IconBell size={28} stroke={1.5} />} title={t('empty')} text={t('emptyText')} />
  return (
    <ul className={classes.list}>
      {notices.map((notice) => (
        <li key={notice.id} className={classes.item} data-unread={notice.readAt === null || undefined}>
          <NoticeEntry notice={notice} onOpen={onOpen}>
            <span className={classes.title}>
              {notice.title}
              {notice.readAt === null && <span className={classes.unread}>{t('unread')}</span>}
            </span>
            <span className={classes.text}>{notice.text}</span>
            <time className={classes.time} dateTime={notice.at} title={formatDate(new Date(notice.at))}>
              <Age ageMs={Math.max(0, nowMs - Date.parse(notice.at))} readAtMs={readAtMs} />
            </time>
          </NoticeEntry>
        </li>
      ))}
    </ul>
  )
}

interface NoticeEntryProps extends Pick<NoticeListProps, 'onOpen'> {
  notice: Notice
  children: React.ReactNode
}

/** A link when the notice has a page; a button while it is unread; then plain text. */
function NoticeEntry({ notice: { id, url, readAt }, onOpen, children }: NoticeEntryProps) {
  if (url !== null)
    return (
      <Link to={url} className={classes.entry} onClick={() => onOpen(id, true)}>
        {children}
      </Link>
    )
  if (readAt !== null) return <div className={classes.entry}>{children}</div>
  return (
    <button type="button" className={classes.entry} onClick={() => onOpen(id, false)}>
      {children}
    </button>
  )
}
