const LONG_DATE = new Intl.DateTimeFormat('es-CO', { dateStyle: 'long', timeZone: 'UTC' })

/** `2026-01-15` as "15 de enero de 2026": a day of the calendar, the same in every time zone. */
export const formatPolicyDate = (isoDate: string): string => LONG_DATE.format(new Date(`${isoDate}T00:00:00Z`))
