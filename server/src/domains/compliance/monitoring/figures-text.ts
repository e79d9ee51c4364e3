/** Figures in the texts of alerts for officers. */
import { copFigure } from '@tunjo/contract/amount-text'
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'

/** `1 día`, `2 días`. */
export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
export const pesos = (cents: bigint): string => `$ ${copFigure(cents)}`
/** Integer, rounded down. `of` is above zero. */
export const percentOf = (part: bigint, of: bigint): bigint => (part * 100n) / of
/** Steps of a tenth, so that a growing sum becomes a new finding only now and then. */
export const tenths = (part: bigint, of: bigint): bigint => (part * 10n) / of

const monthFormat = (language: string) => new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'America/Bogota' })
const MONTHS = { es: monthFormat('es-CO'), en: monthFormat('en-US') } satisfies Record<Locale, Intl.DateTimeFormat>
/** `octubre de 2026`, `October 2026`, in Bogotá. */
export const monthName = (at: Date, locale: Locale = DEFAULT_LOCALE): string => MONTHS[locale].format(at)
/** The same for `2026-10`. */
export const nameOfMonth = (month: string, locale: Locale): string => monthName(new Date(`${month}-15T12:00:00-05:00`), locale)
