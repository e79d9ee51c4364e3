/** Moments in Bogotá time, whatever the clock of the device says. */
const ZONE = 'America/Bogota'
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const HOUR = { hour: 'numeric', minute: '2-digit' } as const
const FORMATS = {
  day: new Intl.DateTimeFormat('es-CO', { timeZone: ZONE, ...DAY }),
  moment: new Intl.DateTimeFormat('es-CO', { timeZone: ZONE, ...DAY, ...HOUR }),
  clock: new Intl.DateTimeFormat('es-CO', { timeZone: ZONE, ...HOUR, second: '2-digit' }),
}

interface DateTimeProps {
  value: Date
  as?: keyof typeof FORMATS
}

export function DateTime({ value, as = 'moment' }: DateTimeProps) {
  return <time dateTime={value.toISOString()}>{formatDate(value, as)}</time>
}

/** Short: `20 nov 2026, 11:53 a. m.`, without the two "de" of the long form. */
export const formatDate = (value: Date, as: keyof typeof FORMATS = 'moment'): string => FORMATS[as].format(value).replaceAll(' de ', ' ')
