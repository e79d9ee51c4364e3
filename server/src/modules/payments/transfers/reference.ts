/**
 * The number that a customer writes on a transfer: eight random digits and two check digits (ISO 7064 MOD 97-10, as in an IBAN), so that a
 * digit that is wrong, missing or swapped is nobody's number. Digits only: every bank's form takes them.
 */
import { randomInt } from 'node:crypto'

const FIRST = 10_000_000
const LAST = 99_999_999

export const newReference = (): string => withCheckDigits(String(randomInt(FIRST, LAST + 1)))

const withCheckDigits = (digits: string): string => `${digits}${String(98 - (Number(`${digits}00`) % 97)).padStart(2, '0')}`

export const isReference = (text: string): boolean => /^[1-9]\d{9}$/.test(text) && Number(text) % 97 === 1

/** For people: `4821 9034 57`. Whoever reads it takes the spaces out again. */
export const groupsOf = (reference: string): string => reference.replace(/^(\d{4})(\d{4})(\d{2})$/, '$1 $2 $3')

export interface FoundReferences {
  readonly valid: readonly string[]
  /** A number of that length is there whose check digits are wrong: somebody mistyped theirs. */
  readonly isMistyped: boolean
}

/**
 * In texts of a statement, where people write them in groups or behind a word, and banks pad them with zeros or add an office or a date. A
 * longer number has none inside.
 */
export function referencesIn(...texts: readonly string[]): FoundReferences {
  const runs = texts.flatMap((text) => [...text.matchAll(/\d(?:[ .-]?\d)*/g)].map(([run]) => run.split(/\D/)))
  const found = runs.flatMap((groups) => joinsOf(groups)).map(withoutPadding)
  const valid = [...new Set(found.filter(isReference))]
  const typed = runs.flatMap((groups) => [groups.join(''), ...groups]).map(withoutPadding)
  return { valid, isMistyped: valid.length === 0 && typed.some((number) => number.length === 10) }
}

const withoutPadding = (number: string): string => number.replace(/^0+/, '')

const DIGITS_MAX = 40

/** Every number that whole neighbouring groups make together. */
function joinsOf(groups: readonly string[]): string[] {
  return groups.flatMap((_, from) => {
    const joins: string[] = []
    for (let joined = '', at = from; at < groups.length && joined.length < DIGITS_MAX; at++) {
      joined += groups[at]
      joins.push(joined)
    }
    return joins
  })
}

const REFUND_CODE = /DEV\s?(\d{10})(?!\d)/gi

/** What an officer writes on the transfer that gives money back: `DEV` and a number of the same kind. */
export const newRefundCode = (): string => `DEV${newReference()}`

export const refundCodesIn = (...texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => [...text.matchAll(REFUND_CODE)].map(([, number = '']) => `DEV${number}`))
      .filter((code) => isReference(code.slice(3))),
  ),
]
