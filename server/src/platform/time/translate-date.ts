/** A date that was stored as text in the default language, in the reader's language. */
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { formatDateTime, formatDay, formatTime } from './format-date.ts'

/** Text that `formatDay`, `formatDateTime` and `formatTime` write by default. */
const STORED_DAY = /^(?<day>\d{1,2}) de (?<month>\p{L}+) de (?<year>\d{4})$/u
const STORED_TIME = /^(?<hour>\d{1,2}):(?<minute>\d{2}) (?<half>[ap])\. m\.$/
const MONTHS = Array.from({ length: 12 }, (_, month) => formatDay(`2026-${twoDigits(month + 1)}-01`).split(' ')[2])
const HALF_DAY_HOURS = 12

/** Unchanged where the whole text is no date, so that the text of a person stays as it was written. */
export function translateDate(text: string, locale: Locale): string {
  if (locale === DEFAULT_LOCALE) return text
  const [first = '', second, ...more] = text.split(', ')
  if (more.length > 0) return text
  const day = dayOf(first)
  if (second === undefined) return (day === null ? timeIn(first, locale) : formatDay(day, locale)) ?? text
  const time = timeOf(second)
  return day === null || time === null ? text : formatDateTime(instantOf(day, time), locale)
}

function timeIn(text: string, locale: Locale): string | null {
  const time = timeOf(text)
  return time === null ? null : formatTime(instantOf('2026-01-01', time), locale)
}

function dayOf(text: string): string | null {
  const { day = '', month = '', year = '' } = STORED_DAY.exec(text)?.groups ?? {}
  const number = MONTHS.indexOf(month)
  return number === -1 ? null : `${year}-${twoDigits(number + 1)}-${twoDigits(Number(day))}`
}

function timeOf(text: string): string | null {
  const { hour, minute = '', half } = STORED_TIME.exec(text)?.groups ?? {}
  if (hour === undefined) return null
  return `${twoDigits((Number(hour) % HALF_DAY_HOURS) + (half === 'p' ? HALF_DAY_HOURS : 0))}:${minute}`
}

/** Bogotá has had no daylight saving time since 1993. */
const instantOf = (day: string, time: string): Date => new Date(`${day}T${time}:00-05:00`)

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
