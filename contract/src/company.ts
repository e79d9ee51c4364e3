/** Rules of the company form that the screen shows while typing and the server enforces (KYC-12). Depends on no clock and no list. */

/** Digits of a typed number, without spaces, dots and hyphens. */
const digitsOf = (typed: string): string => typed.replace(/[\s.-]/g, '')

const NIT_WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41]

/** Check digit of the DIAN (Orden Administrativa 4 de 1989): modulus 11 over the digits from the right. */
export function nitCheckDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (NIT_WEIGHTS[index] ?? 0), 0)
  const rest = sum % 11
  return rest < 2 ? rest : 11 - rest
}

/** Progress of a typed NIT: nine digits (`unchecked`), then the check digit. */
export type NitReading = { state: 'empty' | 'short' | 'unfit' } | { state: 'unchecked' | 'right' | 'wrong'; checkDigit: number }

export function readNit(typed: string): NitReading {
  const digits = digitsOf(typed)
  if (digits === '') return { state: 'empty' }
  if (!/^\d{1,10}$/.test(digits)) return { state: 'unfit' }
  if (digits.length < NIT_WEIGHTS.length) return { state: 'short' }
  const checkDigit = nitCheckDigit(digits.slice(0, NIT_WEIGHTS.length))
  if (digits.length === NIT_WEIGHTS.length) return { state: 'unchecked', checkDigit }
  return { state: Number(digits.slice(-1)) === checkDigit ? 'right' : 'wrong', checkDigit }
}

/** The nine digits of a NIT, with or without its check digit. */
export const nitBase = (typed: string): string => digitsOf(typed).slice(0, NIT_WEIGHTS.length)

export const isNit = (typed: string): boolean => readNit(typed).state === 'right'

/** The whole, in hundredths of a percent: shares add up without a float. */
export const WHOLE_SHARE = 100_00

/** `12,5` or `12.5` → 1250; null when the text is no percentage with up to two decimals. */
export function shareHundredths(typed: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed.trim())
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}

/** Sum of the shares; an incomplete percentage counts as zero. */
export const totalShares = (typed: readonly string[]): number => typed.reduce((sum, share) => sum + (shareHundredths(share) ?? 0), 0)

export const CHAMBER_CERTIFICATE_DAYS = 90
const DAY_MS = 86_400_000

/** True when the certificate is less than 90 days old and not dated in the future. Both are days, `2026-11-21`. */
export function isRecentCertificate(day: string, today: string): boolean {
  const ageDays = (Date.parse(today) - Date.parse(day)) / DAY_MS
  return ageDays >= 0 && ageDays < CHAMBER_CERTIFICATE_DAYS
}
