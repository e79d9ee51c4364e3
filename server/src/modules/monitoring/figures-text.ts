/** Figures as officers read them in an alert. */
import { copFigure } from '@tunjo/contract/amount-text'

export const pesos = (cents: bigint): string => `$ ${copFigure(cents)}`
/** Whole, rounded down. `of` is above zero. */
export const percentOf = (part: bigint, of: bigint): bigint => (part * 100n) / of
/** Steps of a tenth, so that a sum that grows is something new only now and then. */
export const tenths = (part: bigint, of: bigint): bigint => (part * 10n) / of
