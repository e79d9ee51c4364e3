/**
 * Canonical form of identifiers, independent of how they were typed. A NIT is compared without its check digit, a number without points and
 * leading zeros, and a blockchain address as its chain compares it.
 */
export const IDENTIFIER_KINDS = ['cedula', 'nit', 'passport', 'foreign_id', 'crypto_address', 'other'] as const
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number]

export interface Identifier {
  readonly kind: IdentifierKind
  readonly value: string
}

const NIT_WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71]
/** DIAN, Orden Administrativa 4 de 1989. */
export function nitCheckDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (NIT_WEIGHTS[place] ?? 0), 0)
  const rest = sum % 11
  return rest < 2 ? rest : 11 - rest
}

const NIT_DIGITS = 9
const EVM = /^0x[0-9a-f]{40}$/i
/** Shorter numbers are typed by many people. */
const LENGTH_MIN = 5

/** Null when it is too short to identify one person. */
export function comparable({ kind, value }: Identifier): string | null {
  const text = kind === 'crypto_address' ? addressOf(value) : kind === 'nit' ? nitOf(value) : numberOf(value)
  return text.length < LENGTH_MIN ? null : `${groupOf(kind)}:${text}`
}

/** A cédula is also the NIT of its person, and lists call both "National ID". */
const groupOf = (kind: IdentifierKind): string => (kind === 'crypto_address' ? 'address' : kind === 'passport' ? 'passport' : 'number')
const numberOf = (value: string) =>
  value
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '')
const addressOf = (value: string) => (EVM.test(value.trim()) ? value.trim().toLowerCase() : value.trim())

function nitOf(value: string): string {
  const [, body = '', check] = /^\D*([\d.,\s]+?)\s*(?:-\s*(\d))?\D*$/.exec(value) ?? []
  const digits = body.replace(/\D/g, '').replace(/^0+/, '')
  if (check !== undefined || digits.length <= NIT_DIGITS) return digits
  // Typed without the dash: the last digit is the check digit when it is the right one.
  const [number, last] = [digits.slice(0, -1), Number(digits.at(-1))]
  return digits.length === NIT_DIGITS + 1 && nitCheckDigit(number) === last ? number : digits
}
