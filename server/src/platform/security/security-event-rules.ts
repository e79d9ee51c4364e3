/** Declaration of the counter of security events, with the rules that follow from the alarm of each event. */
import { declareMeasures } from '../observability/gauges.ts'
import { EVENT_ALARMS, type EventAlarm } from './security-events.ts'

const NAME = 'tunjo_security_events_total'
const WITH_ALARM = Object.entries(EVENT_ALARMS)
const eventsOf = (is: (alarm: EventAlarm) => boolean): string =>
  WITH_ALARM.filter(([, alarm]) => is(alarm))
    .map(([event]) => event)
    .toSorted()
    .join('|')

/** A series that begins above zero was not seen to rise: its process counted the event before it was read for the first time. */
const countOf = (events: string, within: string): string => {
  const series = `${NAME}{event=~"${events}"}`
  return `sum by (event) (${series} unless ${series} offset ${within} or increase(${series}[${within}]))`
}
const moreThan = (most: number, within: string): string => {
  const events = eventsOf((alarm) => typeof alarm === 'object' && alarm.moreThan === most && alarm.within === within)
  return `${countOf(events, within)} > ${most + 0.5}`
}
const rising = eventsOf((alarm) => alarm === 'rise')
const riseOf = (offset: string): string => `sum by (event) (increase(${NAME}{event=~"${rising}"}[1h]${offset}))`
const FREQUENT = [moreThan(5, '10m'), moreThan(3, '1h'), moreThan(1, '1h')].join(' or ')

declareMeasures('security_events', {
  '{event}': {
    name: 'security_events_total',
    help: 'Security events of the log, by event',
    isNew: true,
    ofProcess: true,
    query: `sum by (event) (increase(${NAME}[1h]))`,
    rules: [
      {
        alert: 'SecurityEvent',
        expr: `${countOf(
          eventsOf((alarm) => alarm === 'page'),
          '1h',
        )} > 0`,
        severity: 'page',
        summary: 'Security event {{ $labels.event }}: its row in docs/monitoring.md says what to do',
      },
      {
        alert: 'SecurityEventForOfficeHours',
        expr: `${countOf(
          eventsOf((alarm) => alarm === 'ticket'),
          '1h',
        )} > 0`,
        severity: 'ticket',
        summary: 'Security event {{ $labels.event }}: its row in docs/monitoring.md says what to do',
      },
      {
        alert: 'SecurityEventFrequent',
        expr: FREQUENT,
        severity: 'page',
        summary: 'Security event {{ $labels.event }} occurs more often than its alarm allows',
      },
      {
        alert: 'SecurityEventRises',
        expr: `${riseOf('')} > 20 and ${riseOf('')} > 3 * ${riseOf(' offset 1d')}`,
        severity: 'ticket',
        summary: 'Security event {{ $labels.event }} is far more frequent than a day before',
      },
    ],
  },
})
