/** Figures as officers read them in an alert. */
import { copFigure } from '@tunjo/contract/amount-text'

/** `1 día`, `2 días`. */
export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
export const pesos = (cents: bigint): string => `$ ${copFigure(cents)}`
/** Whole, rounded down. `of` is above zero. */
export const percentOf = (part: bigint, of: bigint): bigint => (part * 100n) / of
/** Steps of a tenth, so that a sum that grows is something new only now and then. */
export const tenths = (part: bigint, of: bigint): bigint => (part * 10n) / of
