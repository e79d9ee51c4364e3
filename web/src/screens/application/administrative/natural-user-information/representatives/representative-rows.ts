/** Rows of the list during editing: their order, the gaps of each, and the submitted values. */
import { shareHundredths, WHOLE_SHARE } from '@tunjo/contract/company'
import {
  firstFault,
  isCompanyDocument,
  type LineProblem,
  REPRESENTATIVES_MAX,
  type RepresentativeDocument,
} from '@tunjo/contract/representative-rules'
import type { Representative } from '@tunjo/contract/representatives'
import { formatFigure } from '../../../../../ui/amount-format.ts'

export interface RepresentativeRow extends Pick<Representative, 'roles' | 'name' | 'documentNumber' | 'isPep' | 'paper'> {
  /** Identifies a row among equal ones during editing; never sent. */
  readonly key: string
  readonly documentType: RepresentativeDocument
  /** Empty: not chosen yet. */
  readonly nationality: string
  /** Empty: not stated in the documents. */
  readonly birthDate: string
  /** As it is typed: `12,5`. */
  readonly share: string
  /** Key of the company owned by this row; null: the customer. */
  readonly parentKey: string | null
}
export type Rows = readonly RepresentativeRow[]

export const emptyRow = (key: string, more: Partial<RepresentativeRow> = {}): RepresentativeRow => ({
  key,
  roles: [],
  name: '',
  documentType: 'CC',
  documentNumber: '',
  nationality: '',
  birthDate: '',
  share: '',
  isPep: false,
  paper: 'chamberOfCommerce',
  parentKey: null,
  ...more,
})

const COMPANY_NAME = /\b(?:s\.?\s?a\.?\s?s|s\.?\s?a|ltda|limitada|inc|corp|llc|gmbh)\.?\s*$/i
interface Shareholder {
  readonly name: string
  readonly identification: string
  readonly nationality: string
  readonly ownershipPercentage: string
}
/** Initial rows: a representative, and the declared shareholders, for the officer to compare with the documents. */
export function rowsOfShareholders(shareholders: readonly Shareholder[]): Rows {
  const declared = shareholders.map(({ name, identification, nationality, ownershipPercentage }, place) => {
    const isCompany = COMPANY_NAME.test(name)
    const kind = isCompany ? (nationality === 'CO' ? 'NIT' : 'TIN') : nationality === 'CO' ? 'CC' : 'PA'
    return emptyRow(`shareholder-${place}`, {
      roles: isCompany ? [] : ['owner'],
      name,
      documentType: kind,
      documentNumber: identification,
      nationality,
      share: ownershipPercentage.replace('.', ','),
      paper: 'shareholderCertificate',
    })
  })
  return [emptyRow('first', { roles: ['representative'] }), ...declared]
}

export const percentText = (hundredths: number): string => formatFigure(BigInt(hundredths), 2, { minimum: 0, maximum: 2 })
export const rowsOfList = (people: readonly Representative[]): Rows =>
  people.map(({ birthDate, share, parent, ...one }, place) => ({
    ...one,
    key: `line-${place}`,
    birthDate: birthDate ?? '',
    share: share === null ? '' : percentText(share),
    parentKey: parent === null ? null : `line-${parent}`,
  }))

/** Each company followed by its owners: the order of display, numbering and submission. */
export function ordered(rows: Rows, parentKey: string | null = null): RepresentativeRow[] {
  return rows.filter((row) => row.parentKey === parentKey).flatMap((row) => [row, ...ordered(rows, row.key)])
}

/** Number of companies above a row. */
export function depthOf(rows: Rows, { parentKey }: RepresentativeRow): number {
  const above = rows.find(({ key }) => key === parentKey)
  return above ? 1 + depthOf(rows, above) : 0
}

/** Rows below a company that is removed or becomes a person move up one level. */
export function changed(rows: Rows, key: string, change: Partial<RepresentativeRow>): Rows {
  const next = rows.map((row) => (row.key === key ? tidied({ ...row, ...change }) : row))
  return next.some((row) => row.key === key && isCompanyDocument(row.documentType)) ? next : freed(next, key)
}
export const removed = (rows: Rows, key: string): Rows =>
  freed(rows, key, rows.find((row) => row.key === key)?.parentKey).filter((row) => row.key !== key)
const freed = (rows: Rows, key: string, to: string | null = null): Rows =>
  rows.map((row) => (row.parentKey === key ? { ...row, parentKey: to } : row))

/** Drop values that the kind of row does not have. */
function tidied(row: RepresentativeRow): RepresentativeRow {
  if (isCompanyDocument(row.documentType)) return { ...row, roles: [], birthDate: '', isPep: false }
  return row.roles.includes('owner') ? row : { ...row, share: '' }
}
export const hasShare = ({ documentType, roles }: RepresentativeRow): boolean => isCompanyDocument(documentType) || roles.includes('owner')

/** Companies that a row may own: none that is below it, so that no cycle is possible. */
export function parentsFor(rows: Rows, row: RepresentativeRow): RepresentativeRow[] {
  const behind = new Set(ordered(rows, row.key).map(({ key }) => key))
  return ordered(rows).filter(({ key, documentType }) => key !== row.key && !behind.has(key) && isCompanyDocument(documentType))
}

const NAME_MIN = 3
const NUMBER_MIN = 4
export type RowGap = 'name' | 'documentNumber' | 'nationality' | 'share' | 'roles'
/** Missing fields of a row. */
export function gapsOf(row: RepresentativeRow): RowGap[] {
  const share = shareHundredths(row.share)
  const isShare = share !== null && share > 0 && share <= WHOLE_SHARE
  return [
    ...(row.name.trim().length < NAME_MIN ? (['name'] as const) : []),
    ...(row.documentNumber.trim().length < NUMBER_MIN ? (['documentNumber'] as const) : []),
    ...(row.nationality === '' ? (['nationality'] as const) : []),
    ...(hasShare(row) && !isShare ? (['share'] as const) : []),
    ...(!isCompanyDocument(row.documentType) && row.roles.length === 0 ? (['roles'] as const) : []),
  ]
}

/** Complete rows with the ones below them: an empty row names no person yet. */
export const finished = (rows: Rows, parentKey: string | null = null): RepresentativeRow[] =>
  rows.filter((row) => row.parentKey === parentKey && gapsOf(row).length === 0).flatMap((row) => [row, ...finished(rows, row.key)])

/** In display order. */
export function toPeople(rows: Rows): Representative[] {
  const lines = ordered(rows)
  const placeOf = new Map(lines.map(({ key }, place) => [key, place]))
  return lines.map(({ key: _key, parentKey, share, birthDate, name, documentNumber, ...row }) => ({
    ...row,
    name: name.trim(),
    documentNumber: documentNumber.trim(),
    birthDate: birthDate || null,
    share: shareHundredths(share),
    parent: parentKey === null ? null : (placeOf.get(parentKey) ?? null),
  }))
}

export interface RowProblem {
  readonly key: string
  readonly problem: LineProblem
}
/** Fault of complete rows; the server checks numbers and countries. */
export function problemOf(rows: Rows): RowProblem | null {
  const fault = firstFault(toPeople(rows))
  const row = fault && ordered(rows)[fault.line]
  return fault && row ? { key: row.key, problem: fault.problem } : null
}

export const isFull = (rows: Rows): boolean => rows.length >= REPRESENTATIVES_MAX
