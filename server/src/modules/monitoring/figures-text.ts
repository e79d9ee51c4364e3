/** Figures in the texts of alerts for officers. */
import { copFigure } from '@tunjo/contract/amount-text'

/** `1 día`, `2 días`. */
export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
export const pesos = (cents: bigint): string => `$ ${copFigure(cents)}`
/** Integer, rounded down. `of` is above zero. */
export const percentOf = (part: bigint, of: bigint): bigint => (part * 100n) / of
/** Steps of a tenth, so that a growing sum becomes a new finding only now and then. */
export const tenths = (part: bigint, of: bigint): bigint => (part * 10n) / of

const MONTH = new Intl.DateTimeFormat('es-CO', { month: 'long', year: 'numeric', timeZone: 'America/Bogota' })
/** `octubre de 2026`, in Bogotá. */
export const monthName = (at: Date): string => MONTH.format(at)
/** The same for `2026-10`. */
export const nameOfMonth = (month: string): string => monthName(new Date(`${month}-15T12:00:00-05:00`))
