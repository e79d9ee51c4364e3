/** Instants in exports: Bogotá time, in the form that spreadsheets read and sort. */
const FORMAT = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Bogota', dateStyle: 'short', timeStyle: 'medium' })

/** `2026-11-21 01:30:00` */
export const dateForSheets = (at: Date): string => FORMAT.format(at)
