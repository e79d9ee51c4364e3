/** Amounts in the format of Bogotá, in every language: `1.234.567,89`. Converts base units to text and never uses a number type. */
import { ASSETS, formatUnits } from './money.ts'

export interface FractionDigits {
  minimum: number
  maximum: number
}

/** Pesos show cents only when there are any; other assets show at least two decimals and all significant ones. */
export function defaultFraction(amount: bigint, scale: number, isPeso: boolean): FractionDigits {
  if (!isPeso) return { minimum: Math.min(2, scale), maximum: scale }
  const hasCents = amount % 10n ** BigInt(scale) !== 0n
  return hasCents ? { minimum: 2, maximum: 2 } : { minimum: 0, maximum: 0 }
}

/** Unsigned figure. Decimals beyond `maximum` are truncated, not rounded: a balance never looks larger than it is. */
export function formatFigure(amount: bigint, scale: number, fraction: FractionDigits = { minimum: 0, maximum: scale }): string {
  const [whole = '0', decimals = ''] = formatUnits(amount < 0n ? -amount : amount, scale).split('.')
  const kept = decimals.slice(0, fraction.maximum).replace(/0+$/, '').padEnd(fraction.minimum, '0')
  return group(whole) + (kept === '' ? '' : `,${kept}`)
}

/** Figure of a decimal text of the wire, with all its decimals. */
export function figureOfText(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.')
  return group(whole) + (decimals === '' ? '' : `,${decimals}`)
}

/** Unsigned figure of cents: `50.000`, `1.234,50`. */
export const copFigure = (cents: bigint): string => formatFigure(cents, ASSETS.COP.scale, defaultFraction(cents, ASSETS.COP.scale, true))

/** Group digits by thousands with dots. */
export const group = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, '.')
