/** Rows of the shareholders during editing: faults, and the submitted values (KYC-12). */
import { shareHundredths, totalShares, WHOLE_SHARE } from '@tunjo/contract/company'
import { SHAREHOLDERS_MAX, type Shareholder } from '@tunjo/contract/kyc-forms'
import type * as z from 'zod'

export interface ShareholderRow extends z.infer<typeof Shareholder> {
  /** Identifies a row among equal ones during editing; never sent. */
  readonly key: string
}

export const emptyRow = (key: string): ShareholderRow => ({ key, name: '', identification: '', nationality: '', ownershipPercentage: '' })

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Parse the unvalidated rows of a draft; a form without any shows one empty row. */
export function readRows(value: unknown): readonly ShareholderRow[] {
  const rows = (Array.isArray(value) ? value : []).slice(0, SHAREHOLDERS_MAX).map((row: unknown, index) => {
    const { key, name, identification, nationality, ownershipPercentage } = Object(row)
    return {
      key: text(key) || `row-${index}`,
      name: text(name),
      identification: text(identification),
      nationality: text(nationality),
      ownershipPercentage: text(ownershipPercentage),
    }
  })
  return rows.length > 0 ? rows : [emptyRow('row-0')]
}

/** Normalise an identification: passports have letters; spaces, dots and hyphens are not part of the number. */
export const readIdentification = (typed: string): string => typed.replace(/[^\p{L}\d]/gu, '').toUpperCase()

/** True for a positive share: an owner of zero is no shareholder. */
export function isShare(typed: string): boolean {
  const share = shareHundredths(typed)
  return share !== null && share > 0 && share <= WHOLE_SHARE
}

const isComplete = ({ name, identification, nationality, ownershipPercentage }: ShareholderRow): boolean =>
  name.trim() !== '' && identification.trim() !== '' && nationality !== '' && isShare(ownershipPercentage)

export interface SharesSum {
  readonly total: number
  /** Unassigned part of the whole; negative above it. All in hundredths of a percent. */
  readonly left: number
}

export function sumOf(rows: readonly ShareholderRow[]): SharesSum {
  const total = totalShares(rows.map(({ ownershipPercentage }) => ownershipPercentage))
  return { total, left: WHOLE_SHARE - total }
}

export const areRowsReady = (rows: readonly ShareholderRow[]): boolean =>
  rows.length > 0 && rows.length <= SHAREHOLDERS_MAX && rows.every(isComplete) && sumOf(rows).left >= 0

export const toShareholders = (rows: readonly ShareholderRow[]): z.infer<typeof Shareholder>[] =>
  rows.map(({ name, identification, nationality, ownershipPercentage }) => ({
    name: name.trim(),
    identification: identification.trim(),
    nationality,
    ownershipPercentage: ownershipPercentage.trim().replace(',', '.'),
  }))
