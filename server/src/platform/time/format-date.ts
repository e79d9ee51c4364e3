/** Date formats of mails, notices and sentences: `21 de noviembre de 2026, 1:30 a. m.`, in Bogotá time. */
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import type { Catalogue } from '../phrases/catalogue.ts'

const ZONE = { timeZone: 'America/Bogota' } as const
const formatsOf = (tag: string) => ({
  date: new Intl.DateTimeFormat(tag, { ...ZONE, dateStyle: 'long' }),
  time: new Intl.DateTimeFormat(tag, { ...ZONE, timeStyle: 'short' }),
  day: new Intl.DateTimeFormat(tag, { timeZone: 'UTC', dateStyle: 'long' }),
})
const FORMATS: Catalogue<ReturnType<typeof formatsOf>> = { es: formatsOf('es-CO'), en: formatsOf('en-GB') }

/** With plain spaces, since plain-text mail readers show the others in different ways. */
export function formatDateTime(at: Date, locale: Locale = DEFAULT_LOCALE): string {
  const { date, time } = FORMATS[locale]
  return `${date.format(at)}, ${time.format(at)}`.replaceAll(/\s/g, ' ')
}

/** A day of the calendar, `2026-11-21`. */
export const formatDay = (day: string, locale: Locale = DEFAULT_LOCALE): string =>
  FORMATS[locale].day.format(new Date(`${day}T00:00:00Z`)).replaceAll(/\s/g, ' ')

/** `1:30 p. m.`, in Bogotá time. */
export const formatTime = (at: Date, locale: Locale = DEFAULT_LOCALE): string => FORMATS[locale].time.format(at).replaceAll(/\s/g, ' ')
