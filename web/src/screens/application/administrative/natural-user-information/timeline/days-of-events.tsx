/** Events under the day on which they happened: the time, what it was, by whom, why, and where it leads. */
import { Link } from '@tanstack/react-router'
import type { TimelineEvent } from '@tunjo/contract/person-timeline'
import { useTranslation } from 'react-i18next'
import { DateTime, formatDate } from '../../../../../ui/date-time.tsx'
import { pageOfEvent } from './page-of-event.ts'
import classes from './timeline.module.css'
import { useEventWords } from './use-event-words.ts'

interface DaysOfEventsProps {
  userId: string
  events: readonly TimelineEvent[]
}

export function DaysOfEvents({ userId, events }: DaysOfEventsProps) {
  return [...byDay(events)].map(([day, ofDay]) => (
    <section key={day} className={classes.day} aria-label={day}>
      <h3>{day}</h3>
      <ol className={classes.events}>
        {ofDay.map((event) => (
          <Event key={event.id} userId={userId} event={event} />
        ))}
      </ol>
    </section>
  ))
}

function byDay(events: readonly TimelineEvent[]): Map<string, TimelineEvent[]> {
  const days = new Map<string, TimelineEvent[]>()
  for (const event of events) {
    const day = formatDate(new Date(event.at), 'day')
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return days
}

function Event({ userId, event }: { userId: string; event: TimelineEvent }) {
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
          <Link to={page.to} search={page.search} className={classes.title}>
            {title}
          </Link>
        ) : (
          <span className={classes.title}>{title}</span>
        )}
        {detail && <span className={classes.detail}>{detail}</span>}
        <span className={classes.by}>
          {t(`kinds.${event.kind}`)}
          {event.officer && ` · ${event.officer}`}
        </span>
      </div>
    </li>
  )
}
