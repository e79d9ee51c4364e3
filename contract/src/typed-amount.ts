/**
 * Parse an amount that a person typed, in the Colombian format: dots between thousands, comma before decimals. A point is accepted before
 * decimals where it cannot separate thousands (`0.75`, `1.5`, `1234.567`). Any other text that another country would read differently
 * is refused, never guessed: money depends on it.
 */
import { parseUnits } from './money.ts'

export type AmountProblem = 'empty' | 'ambiguous' | 'decimals' | 'noDecimals'
export type ParsedAmount = { amount: bigint; problem: null } | { amount: null; problem: AmountProblem }

const PLAIN = /^\d{1,40}$/
const GROUPED = /^[1-9]\d{0,2}(\.\d{3}){1,12}$/
const DECIMALS = /^\d{1,36}$/
const LAST_POINT = /^([\d.]+)\.(\d*)$/
const GROUP = 3

/** @param scale decimals of the typed asset: 0 for pesos, which have whole units only. */
export function parseAmount(text: string, scale: number): ParsedAmount {
  const typed = scale === 0 ? withoutPesos(text.trim()) : withDecimalComma(text.trim())
  if (typed === '') return problem(text.trim() === '' ? 'empty' : 'ambiguous')
  const [whole = '', ...rest] = typed.split(',')
  if (rest.length > 1 || !isWhole(whole)) return problem('ambiguous')
  const decimals = rest[0] ?? ''
  if (decimals !== '' && !DECIMALS.test(decimals)) return problem('ambiguous')
  if (decimals !== '' && scale === 0) return problem('noDecimals')
  const amount = parseUnits(`${whole.replaceAll('.', '')}${decimals === '' ? '' : `.${decimals}`}`, scale)
  return amount === null ? problem('decimals') : { amount, problem: null }
}

/**
 * The same text with a comma for a decimal point. The last point is one when it is not followed by exactly three digits, or when no
 * thousands can precede it: after zero, or after more than three digits without a separator. Any other text stays as it is.
 */
export function withDecimalComma(text: string): string {
  const [, whole = '', decimals = ''] = LAST_POINT.exec(text) ?? []
  if (!isWhole(whole)) return text
  const maySeparateThousands = decimals.length === GROUP && (GROUPED.test(whole) || (whole.length <= GROUP && !/^0+$/.test(whole)))
  return maySeparateThousands ? text : `${whole},${decimals}`
}

/** Whether the text is digits, with thousands separators at every third one or without any. */
const isWhole = (text: string): boolean => PLAIN.test(text) || GROUPED.test(text)

/** Drop the sign and the code of pesos, which are part of a pasted amount. */
const withoutPesos = (text: string): string => text.replace(/^\$\s*/, '').replace(/\s*COP$/i, '')

const problem = (reason: AmountProblem): ParsedAmount => ({ amount: null, problem: reason })
