/** Remaining wait in words, rounded up: "40 segundos", "12 minutos", "3 horas". */
import type { Locale } from './locales.ts'

const UNITS = [
  { seconds: 1, below: 90, name: 'second' },
  { seconds: 60, below: 90 * 60, name: 'minute' },
  { seconds: 3_600, below: Number.POSITIVE_INFINITY, name: 'hour' },
] as const
const SECONDS: Record<Locale, string> = { es: 'segundos', en: 'seconds' }
const TAGS: Record<Locale, string> = { es: 'es-CO', en: 'en-GB' }

/** `given` is a number of seconds; a placeholder of the phrase files stays one, with its unit. */
export function waitText(given: string | number, locale: Locale): string {
  const seconds = Number(given)
  if (Number.isNaN(seconds)) return `${given} ${SECONDS[locale]}`
  const whole = Math.max(1, Math.ceil(seconds))
  const unit = UNITS.find(({ below }) => whole < below) ?? UNITS[2]
  const count = Math.ceil(whole / unit.seconds)
  return new Intl.NumberFormat(TAGS[locale], { style: 'unit', unit: unit.name, unitDisplay: 'long' }).format(count)
}
