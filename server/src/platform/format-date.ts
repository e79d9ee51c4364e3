/** Date formats of mails, notices and sentences: `21 de noviembre de 2026, 1:30 a. m.`, in Bogotá time. */
const ZONE = { timeZone: 'America/Bogota' } as const
const DATE = new Intl.DateTimeFormat('es-CO', { ...ZONE, dateStyle: 'long' })
const TIME = new Intl.DateTimeFormat('es-CO', { ...ZONE, timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat('es-CO', { timeZone: 'UTC', dateStyle: 'long' })

/** With plain spaces, since plain-text mail readers show the others in different ways. */
export const formatDateTime = (at: Date): string => `${DATE.format(at)}, ${TIME.format(at)}`.replaceAll(/\s/g, ' ')

/** A day of the calendar, `2026-11-21`. */
export const formatDay = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`)).replaceAll(/\s/g, ' ')

/** `1:30 p. m.`, in Bogotá time. */
export const formatTime = (at: Date): string => TIME.format(at).replaceAll(/\s/g, ' ')
