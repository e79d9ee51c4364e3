/** Amounts while they are typed: separators between thousands, and the parts of a peso that are cut. Parsing is the contract's. */
import { parseAmount } from '@tunjo/contract/typed-amount'
import { group } from './amount-format.ts'

export { type AmountProblem, type ParsedAmount, parseAmount, withDecimalComma } from '@tunjo/contract/typed-amount'

const PLAIN = /^\d{1,40}$/

/** Amount of any asset: the maximum number of decimals. */
export const isAmount = (text: string): boolean => parseAmount(text, 36).amount !== null

/** Insert thousands separators while typing; text that is no amount stays as it is. */
export function regroup(text: string): string {
  const [whole = '', ...rest] = text.split(',')
  const digits = whole.replaceAll('.', '')
  if (rest.length > 1 || !PLAIN.test(digits)) return text
  return group(digits.replace(/^0+(?=\d)/, '')) + (rest.length === 1 ? `,${rest[0]}` : '')
}

/** Text before the comma of an amount with decimals; null for any other text. */
export function withoutCents(text: string): string | null {
  const [pesos = '', ...rest] = text.split(',')
  return rest.length === 1 && parseAmount(pesos, 0).amount !== null && /^\d*$/.test(rest[0] ?? '') ? regroup(pesos.trim()) : null
}

/** Text before a last point that three digits do not follow; null when every point is a thousands separator, or it is no amount. */
export function cutAtPoint(text: string): string | null {
  const [, pesos = '', rest = ''] = /^(.+)\.(\d*)$/.exec(text.trim()) ?? []
  return rest.length !== 3 && parseAmount(pesos, 0).amount !== null ? regroup(pesos) : null
}
