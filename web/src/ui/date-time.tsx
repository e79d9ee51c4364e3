/** Times in Bogotá time, whatever the device's time zone; month names in the page's language. */
import { byLanguage, HOUR_CYCLE } from '../i18n/language.ts'

const ZONE = 'America/Bogota'
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const HOUR = { hour: 'numeric', minute: '2-digit', hourCycle: HOUR_CYCLE } as const
const formats = byLanguage((tag) => ({
  day: new Intl.DateTimeFormat(tag, { timeZone: ZONE, ...DAY }),
  moment: new Intl.DateTimeFormat(tag, { timeZone: ZONE, ...DAY, ...HOUR }),
  clock: new Intl.DateTimeFormat(tag, { timeZone: ZONE, ...HOUR, second: '2-digit' }),
}))
type Shape = keyof ReturnType<typeof formats>

interface DateTimeProps {
  value: Date
  as?: Shape
}

export function DateTime({ value, as = 'moment' }: DateTimeProps) {
  return <time dateTime={value.toISOString()}>{formatDate(value, as)}</time>
}

/** Keeps `a. m.` on the line of its hour. */
const HALF_OF_DAY = /\s(?=[ap]\.?\s?m)/

/** Short: `20 nov 2026, 11:53 a. m.`, without the two "de" of the long form. */
export const formatDate = (value: Date, as: Shape = 'moment'): string =>
  formats()[as].format(value).replaceAll(' de ', ' ').replace(HALF_OF_DAY, '\u00a0')
