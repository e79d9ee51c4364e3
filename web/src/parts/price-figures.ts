/** Display formats of prices, percentages and dollars, from the decimal text of the server. Integers only: no float on the way. */
import { formatFigure } from '../ui/amount-format.ts'

export interface Ratio {
  numerator: bigint
  denominator: bigint
}

/** Decimals that the price line shows (EX-01). */
const PRICE_DECIMALS = 8
/** A price with many leading zeros gets more decimals, so that significant digits remain. */
const PRICE_DIGITS_MIN = 6
const SIGNIFICANT_DIGITS = 8
const MOST_DECIMALS = 24
/** Decimals of any token. */
const TEXT_SCALE = 18
const USD_SCALE = 6

/**
 * Decimal text times 10^scale. Digits beyond the scale are truncated; with `up` a remainder counts as one more, so that no cost looks
 * smaller.
 */
export function unitsOf(text: string, scale: number, rounding: 'down' | 'up' = 'down'): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  const kept = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
  return rounding === 'up' && /[1-9]/.test(fraction.slice(scale)) ? kept + 1n : kept
}

/** Format decimal text with at least `minimum` decimals. */
export const formatDecimal = (text: string, minimum = 0): string =>
  formatFigure(unitsOf(text, TEXT_SCALE), TEXT_SCALE, { minimum, maximum: TEXT_SCALE })

/** Ratio of two amounts; null when the divisor is zero. */
export function ratioOf(amount: string, perAmount: string): Ratio | null {
  const denominator = unitsOf(perAmount, TEXT_SCALE)
  return denominator === 0n ? null : { numerator: unitsOf(amount, TEXT_SCALE), denominator }
}

/** `1.234,56780000`: eight decimals, more where eight would leave fewer than six digits. */
export function formatPrice(ratio: Ratio): string {
  const decimals = Math.max(PRICE_DECIMALS, decimalsFor(ratio, PRICE_DIGITS_MIN))
  return formatFigure(scaled(ratio, decimals), decimals, { minimum: PRICE_DECIMALS, maximum: decimals })
}

/** Whole units in full, and decimals up to eight significant digits. */
export function formatSignificant(ratio: Ratio): string {
  const decimals = decimalsFor(ratio, SIGNIFICANT_DIGITS)
  return formatFigure(scaled(ratio, decimals), decimals, { minimum: 0, maximum: decimals })
}

/** `0,35 %` from `'0.349825'`. Two decimals, rounded up: these are costs. */
export function formatPercent(text: string): string {
  return `${formatFigure(unitsOf(text, 2, 'up'), 2, { minimum: 0, maximum: 2 })}\u00a0%`
}

/** `US$ 12,34`; an amount below a cent is shown as such. */
export function formatUsd(amount: string, rounding: 'down' | 'up' = 'down'): string {
  const cents = unitsOf(amount, 2, rounding)
  if (cents === 0n && unitsOf(amount, USD_SCALE, 'up') > 0n) return '< US$\u00a00,01'
  return `US$\u00a0${formatFigure(cents, 2, { minimum: 2, maximum: 2 })}`
}

/** Order of quote currencies: pesos before dollars before all others. */
const QUOTE_RANK = ['COP', 'USDT', 'USDC']
const rankOf = (symbol: string): number => {
  const rank = QUOTE_RANK.indexOf(symbol)
  return rank === -1 ? QUOTE_RANK.length : rank
}

/** True when `symbol` is priced in units of `other`, as in "1 BTC = 260.000.000 COP". */
export const isBase = (symbol: string, other: string): boolean => rankOf(symbol) > rankOf(other)

function decimalsFor({ numerator, denominator }: Ratio, digits: number): number {
  if (numerator === 0n) return 0
  const wholeDigits = (numerator / denominator).toString().length
  if (numerator >= denominator) return Math.max(0, digits - wholeDigits)
  let zeros = 0
  for (let reached = numerator * 10n; reached < denominator && zeros < MOST_DECIMALS; reached *= 10n) zeros += 1
  return Math.min(MOST_DECIMALS, zeros + digits)
}

const scaled = ({ numerator, denominator }: Ratio, decimals: number): bigint => (numerator * 10n ** BigInt(decimals)) / denominator
