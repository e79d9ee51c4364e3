/**
 * Parse a typed amount. Colombian format only: dots between thousands, comma before decimals. A text that another country would read
 * differently is refused, never guessed: money depends on it.
 */
import { parseUnits } from '@tunjo/contract/money'
import { group } from './amount-format.ts'

export type AmountProblem = 'empty' | 'ambiguous' | 'decimals' | 'noDecimals'
export type ParsedAmount = { amount: bigint; problem: null } | { amount: null; problem: AmountProblem }

const PLAIN = /^\d{1,40}$/
const GROUPED = /^[1-9]\d{0,2}(\.\d{3}){1,12}$/
const DECIMALS = /^\d{1,36}$/

/** @param scale decimals of the typed asset: 0 for pesos, which have whole units only. */
export function parseAmount(text: string, scale: number): ParsedAmount {
  const typed = scale === 0 ? withoutPesos(text.trim()) : text.trim()
  if (typed === '') return problem(text.trim() === '' ? 'empty' : 'ambiguous')
  const [whole = '', ...rest] = typed.split(',')
  if (rest.length > 1 || !(PLAIN.test(whole) || GROUPED.test(whole))) return problem('ambiguous')
  const decimals = rest[0] ?? ''
  if (decimals !== '' && !DECIMALS.test(decimals)) return problem('ambiguous')
  if (decimals !== '' && scale === 0) return problem('noDecimals')
  const amount = parseUnits(`${whole.replaceAll('.', '')}${decimals === '' ? '' : `.${decimals}`}`, scale)
  return amount === null ? problem('decimals') : { amount, problem: null }
}

/** Drop the sign and the code of pesos, which are part of a pasted amount. */
const withoutPesos = (text: string): string => text.replace(/^\$\s*/, '').replace(/\s*COP$/i, '')

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

const problem = (reason: AmountProblem): ParsedAmount => ({ amount: null, problem: reason })
