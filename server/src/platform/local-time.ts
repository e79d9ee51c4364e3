/** Instants for sentences, in the time of Bogotá. */
const FORMAT = new Intl.DateTimeFormat('es-CO', { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Bogota' })

/** `22 de noviembre de 2026, 1:30 a. m.` */
export const inBogota = (instant: Date): string => FORMAT.format(instant).replaceAll('\u202f', '\u00a0')
