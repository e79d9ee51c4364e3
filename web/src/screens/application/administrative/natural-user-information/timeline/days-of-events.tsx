/** Events grouped by day: time, title, actor, reason, and link. */
import { Link } from '@tanstack/react-router'
import type { NewsEvent } from '@tunjo/contract/person-news'
import type { TimelineEvent } from '@tunjo/contract/person-timeline'
import { useTranslation } from 'react-i18next'
import { DateTime, formatDate } from '../../../../../ui/date-time.tsx'
import { pageOfEvent } from './page-of-event.ts'
import classes from './timeline.module.css'
import { useEventWords } from './use-event-words.ts'

/** In the list of news with the changes, field by field. */
type ShownEvent = TimelineEvent & Partial<Pick<NewsEvent, 'changes'>>

interface DaysOfEventsProps {
  userId: string
  events: readonly ShownEvent[]
  /** Set in a dialog: a link may open the page under it. */
  onFollow?: () => void
}

export function DaysOfEvents({ userId, events, onFollow }: DaysOfEventsProps) {
  return [...byDay(events)].map(([day, ofDay]) => (
    <section key={day} className={classes.day} aria-label={day}>
      <h3>{day}</h3>
      <ol className={classes.events}>
        {ofDay.map((event) => (
          <Event key={event.id} userId={userId} event={event} onFollow={onFollow} />
        ))}
      </ol>
    </section>
  ))
}

function byDay(events: readonly ShownEvent[]): Map<string, ShownEvent[]> {
  const days = new Map<string, ShownEvent[]>()
  for (const event of events) {
    const day = formatDate(new Date(event.at), 'day')
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return days
}

function Event({ userId, event, onFollow }: Pick<DaysOfEventsProps, 'userId' | 'onFollow'> & { event: ShownEvent }) {
  const { t } = useTranslation('timeline')
  const { title, detail } = useEventWords()(event)
  const page = pageOfEvent(userId, event)
  return (
    <li className={classes.event} data-kind={event.kind}>
      <span className={classes.time}>
        <DateTime value={new Date(event.at)} as="clock" />
      </span>
      <div className={classes.words}>
        {page ? (
          <Link to={page.to} search={page.search} className={classes.title} onClick={onFollow}>
            {title}
          </Link>
        ) : (
          <span className={classes.title}>{title}</span>
        )}
        {detail && <span className={classes.detail}>{detail}</span>}
        {event.changes && event.changes.length > 0 && <Changes changes={event.changes} />}
        <span className={classes.by}>
          {t(`kinds.${event.kind}`)}
          {event.officer && ` · ${event.officer}`}
        </span>
      </div>
    </li>
  )
}

function Changes({ changes }: Pick<NewsEvent, 'changes'>) {
  return (
    <ul className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {field}: <del>{before ?? '—'}</del> → <ins>{after ?? '—'}</ins>
        </li>
      ))}
    </ul>
  )
}
