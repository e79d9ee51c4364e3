/**
 * Reference number that a customer writes on a transfer: eight random digits and two check digits (ISO 7064 MOD 97-10, as in an IBAN), so
 * that a wrong, missing or swapped digit makes an invalid number. Digits only: every bank's form takes them.
 */
import { randomInt } from 'node:crypto'

const FIRST = 10_000_000
const LAST = 99_999_999

export const newReference = (): string => withCheckDigits(String(randomInt(FIRST, LAST + 1)))

const withCheckDigits = (digits: string): string => `${digits}${String(98 - (Number(`${digits}00`) % 97)).padStart(2, '0')}`

export const isReference = (text: string): boolean => /^[1-9]\d{9}$/.test(text) && Number(text) % 97 === 1

/** Format for display: `4821 9034 57`. Parsers remove the spaces. */
export const groupsOf = (reference: string): string => reference.replace(/^(\d{4})(\d{4})(\d{2})$/, '$1 $2 $3')

export interface FoundReferences {
  readonly valid: readonly string[]
  /** True when a number of that length has wrong check digits: the customer mistyped it. */
  readonly isMistyped: boolean
}

/**
 * Find references in texts of a statement, where people write them in groups or behind a word, and banks pad them with zeros or add an
 * office or a date. A longer number contains none.
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

/** Every number formed by adjacent whole groups. */
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

/** Code that an officer writes on the transfer of a refund: `DEV` and a number of the same kind. */
export const newRefundCode = (): string => `DEV${newReference()}`

export const refundCodesIn = (...texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => [...text.matchAll(REFUND_CODE)].map(([, number = '']) => `DEV${number}`))
      .filter((code) => isReference(code.slice(3))),
  ),
]
