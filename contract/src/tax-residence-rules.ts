/** Rules of a self-certification of tax residence, shared by the screen and the server (CARF). Pure: no clock, no lists of countries. */
import { isNit } from './company.ts'
import { type NoTinReason, TIN_LENGTH } from './tax-certifications.ts'

/** The documents whose number is a TIN of Colombia. */
const TAX_DOCUMENTS: ReadonlySet<string> = new Set(['CC', 'NIT'])

/** TIN that Colombia gave with the verified document; null when the document is another one. */
export const colombianTin = (document: { readonly documentType: string; readonly documentNumber: string } | null): string | null =>
  document && TAX_DOCUMENTS.has(document.documentType) ? document.documentNumber : null

export interface ResidenceLine {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly tin: string | null
  /** Set exactly when there is no TIN. */
  readonly noTinReason: NoTinReason | null
}
export interface ResidenceFault {
  /** Zero-based. */
  readonly line: number
  readonly code: 'kyc.tax_country_twice' | 'kyc.tin_missing' | 'kyc.tin_invalid'
}

/** Residences as they are kept: in Colombia with the TIN of the verified document, and with a typed NIT as ten digits. */
export const withOwnTin = (lines: readonly ResidenceLine[], ownTin: string | null): ResidenceLine[] =>
  lines.map((line) => {
    if (line.country !== 'CO') return line
    if (ownTin !== null) return line.tin === null && line.noTinReason === null ? { ...line, tin: ownTin } : line
    return line.tin === null ? line : { ...line, tin: line.tin.replace(/[\s.-]/g, '') }
  })

/** Find the first invalid line, of residences with the own TIN. */
export function residenceFault(lines: readonly ResidenceLine[], ownTin: string | null): ResidenceFault | null {
  for (const [line, one] of lines.entries()) {
    if (lines.findIndex(({ country }) => country === one.country) < line) return { line, code: 'kyc.tax_country_twice' }
    const code = tinFault(one, ownTin)
    if (code) return { line, code }
  }
  return null
}

/** Fault of a number. One of Colombia is known or has a check digit; of other countries only length and characters are checked. */
function tinFault({ country, tin, noTinReason }: ResidenceLine, ownTin: string | null): ResidenceFault['code'] | null {
  if ((tin === null) === (noTinReason === null)) return 'kyc.tin_missing'
  if (country === 'CO' && ownTin !== null) return tin === ownTin ? null : 'kyc.tin_invalid'
  if (tin === null) return null
  return (country === 'CO' ? isNit(tin) : isTin(tin)) ? null : 'kyc.tin_invalid'
}

/** Letters and digits with single separators between them, and at least one digit. */
const isTin = (tin: string): boolean =>
  tin.length >= TIN_LENGTH.minimum &&
  tin.length <= TIN_LENGTH.maximum &&
  /\d/.test(tin) &&
  /^[A-Za-z0-9]+(?:[ ./-][A-Za-z0-9]+)*$/.test(tin)
