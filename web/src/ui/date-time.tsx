/** Moments in Bogotá time, whatever the clock of the device says. */
const ZONE = 'America/Bogota'
const DAY = new Intl.DateTimeFormat('es-CO', { timeZone: ZONE, day: 'numeric', month: 'short', year: 'numeric' })
const MOMENT = new Intl.DateTimeFormat('es-CO', {
  timeZone: ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const CLOCK = new Intl.DateTimeFormat('es-CO', { timeZone: ZONE, hour: 'numeric', minute: '2-digit', second: '2-digit' })
const FORMATS = { day: DAY, moment: MOMENT, clock: CLOCK }

interface DateTimeProps {
  value: Date
  as?: keyof typeof FORMATS
}

export function DateTime({ value, as = 'moment' }: DateTimeProps) {
  return <time dateTime={value.toISOString()}>{formatDate(value, as)}</time>
}

export const formatDate = (value: Date, as: keyof typeof FORMATS = 'moment'): string => FORMATS[as].format(value)
