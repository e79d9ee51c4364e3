/** Typed rows of the certification, and the lines that are sent. */
import type { TaxCertification } from '@tunjo/contract/tax-certifications'
import { NO_TIN_REASONS, type NoTinReason } from '@tunjo/contract/tax-certifications'
import { type ResidenceFault, type ResidenceLine, residenceFault, withOwnTin } from '@tunjo/contract/tax-residence-rules'

export interface ResidenceRow {
  readonly key: number
  readonly country: string | null
  readonly tin: string
  readonly noTinReason: NoTinReason | null
}
let lastKey = 0
export const newRow = (row: Partial<Omit<ResidenceRow, 'key'>> = {}): ResidenceRow => ({
  key: ++lastKey,
  country: null,
  tin: '',
  noTinReason: null,
  ...row,
})

/** The certification in force, to be changed; Colombia first for a person without one. */
export const rowsOf = (certification: TaxCertification | null): readonly ResidenceRow[] =>
  certification && certification.residences.length > 0
    ? certification.residences.map(({ country, tin, noTinReason }) => newRow({ country, tin: tin ?? '', noTinReason }))
    : [newRow({ country: 'CO' })]

export const reasonOf = (value: string | null): NoTinReason | null => NO_TIN_REASONS.find((reason) => reason === value) ?? null

/** Null while a country is missing. */
export function linesOf(rows: readonly ResidenceRow[], ownTin: string | null): ResidenceLine[] | null {
  const lines: ResidenceLine[] = []
  for (const { country, tin, noTinReason } of rows) {
    if (country === null) return null
    const isDerived = country === 'CO' && ownTin !== null
    const typed = tin.trim()
    lines.push(isDerived ? { country, tin: null, noTinReason: null } : { country, tin: typed === '' ? null : typed, noTinReason })
  }
  return lines
}

const FAULTS = { 'kyc.tax_country_twice': 'countryTwice', 'kyc.tin_missing': 'tinMissing', 'kyc.tin_invalid': 'tinInvalid' } as const
export interface RowFault {
  readonly line: number
  readonly fault: 'countryMissing' | (typeof FAULTS)[ResidenceFault['code']]
}

/** First row that the server would refuse. */
export function rowFault(rows: readonly ResidenceRow[], ownTin: string | null): RowFault | null {
  const lines = linesOf(rows, ownTin)
  if (!lines) return { line: rows.findIndex(({ country }) => country === null), fault: 'countryMissing' }
  const found = residenceFault(withOwnTin(lines, ownTin), ownTin)
  return found && { line: found.line, fault: FAULTS[found.code] }
}
