/**
 * JSON of callers. Parsing accepts any depth of nesting; later traversals do not, and would overflow the stack: a body of nothing but
 * brackets would be reported as a bug of the product.
 */
import { refuse } from './refusal.ts'

const NESTING_MAX = 64

/**
 * @throws SyntaxError for invalid JSON, and for values nested deeper than any of the product. Half of a surrogate pair, which no store
 * keeps and which a form may send when it is saved during typing, becomes U+FFFD.
 * @throws Refused `request.number_not_exact`: a number that a float cannot hold would silently become another number (API-02).
 */
export function parseJson(text: string): unknown {
  const value: unknown = MAY_BE_HALF.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text)
  if (MAY_BE_ROUNDED.test(text)) checkNumbers(text)
  let layer = [value]
  for (let depth = 0; layer.length > 0; depth++) {
    if (depth > NESTING_MAX) throw new SyntaxError('nested too deeply')
    layer = layer.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return value
}

/** Only an escape can be half of a pair: text that came as UTF-8 has none. */
const MAY_BE_HALF = /\\u[dD][89a-fA-F]/
const wellFormed = (_name: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)

/** Every number of fewer digits and without an exponent is exact. */
const MAY_BE_ROUNDED = /[\d.]{16}|\d[eE]/
/** In text that is JSON: matches whole strings, so that digits inside them are skipped. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

function checkNumbers(text: string): void {
  for (const [token] of text.matchAll(STRING_OR_NUMBER))
    if (!token.startsWith('"') && canonical(token) !== canonical(String(Number(token)))) refuse('request.number_not_exact')
}

/** `1.50e3` and `1500` are one number. */
function canonical(literal: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}
