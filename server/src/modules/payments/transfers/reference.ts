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

/** In texts of a statement, where people also write them in groups or behind a word. A longer number has none inside. */
export function referencesIn(...texts: readonly string[]): FoundReferences {
  const numbers = texts.flatMap((text) => [...text.matchAll(/\d(?:[ .-]?\d)*/g)].map(([number]) => number.replace(/\D/g, '')))
  const candidates = [...new Set(numbers.filter((number) => number.length === 10))]
  const valid = candidates.filter(isReference)
  return { valid, isMistyped: valid.length === 0 && candidates.length > 0 }
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
