/** The lines of the list while an officer types them: in what order they stand, what is missing in each, and what is sent of them. */
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
  /** Keeps a row apart from an equal one while it is edited; never sent. */
  readonly key: string
  readonly documentType: RepresentativeDocument
  /** Empty: not chosen yet. */
  readonly nationality: string
  /** Empty: the papers do not say it. */
  readonly birthDate: string
  /** As it is typed: `12,5`. */
  readonly share: string
  /** Of the company that this one owns; null: it is the customer. */
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
/** To begin with: a representative, and the shareholders that the company declared, for the officer to hold against the papers. */
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

/** Each company with those behind it right below: that is how they are drawn, numbered and sent. */
export function ordered(rows: Rows, parentKey: string | null = null): RepresentativeRow[] {
  return rows.filter((row) => row.parentKey === parentKey).flatMap((row) => [row, ...ordered(rows, row.key)])
}

/** How many companies stand above. */
export function depthOf(rows: Rows, { parentKey }: RepresentativeRow): number {
  const above = rows.find(({ key }) => key === parentKey)
  return above ? 1 + depthOf(rows, above) : 0
}

/** A company that becomes a person, or goes, has nobody behind it: those stand beside it from then on. */
export function changed(rows: Rows, key: string, change: Partial<RepresentativeRow>): Rows {
  const next = rows.map((row) => (row.key === key ? tidied({ ...row, ...change }) : row))
  return next.some((row) => row.key === key && isCompanyDocument(row.documentType)) ? next : freed(next, key)
}
export const removed = (rows: Rows, key: string): Rows =>
  freed(rows, key, rows.find((row) => row.key === key)?.parentKey).filter((row) => row.key !== key)
const freed = (rows: Rows, key: string, to: string | null = null): Rows =>
  rows.map((row) => (row.parentKey === key ? { ...row, parentKey: to } : row))

/** Nothing is kept that the kind of line does not have. */
function tidied(row: RepresentativeRow): RepresentativeRow {
  if (isCompanyDocument(row.documentType)) return { ...row, roles: [], birthDate: '', isPep: false }
  return row.roles.includes('owner') ? row : { ...row, share: '' }
}
export const hasShare = ({ documentType, roles }: RepresentativeRow): boolean => isCompanyDocument(documentType) || roles.includes('owner')

/** Of companies whose owners a row may be among: none that stands behind itself. */
export function parentsFor(rows: Rows, row: RepresentativeRow): RepresentativeRow[] {
  const behind = new Set(ordered(rows, row.key).map(({ key }) => key))
  return ordered(rows).filter(({ key, documentType }) => key !== row.key && !behind.has(key) && isCompanyDocument(documentType))
}

const NAME_MIN = 3
const NUMBER_MIN = 4
export type RowGap = 'name' | 'documentNumber' | 'nationality' | 'share' | 'roles'
/** What an officer still has to type. */
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

/** Lines of which nothing is left to type, and those behind them: an empty line names nobody yet. */
export const finished = (rows: Rows, parentKey: string | null = null): RepresentativeRow[] =>
  rows.filter((row) => row.parentKey === parentKey && gapsOf(row).length === 0).flatMap((row) => [row, ...finished(rows, row.key)])

/** In the order in which they are drawn. */
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
/** Of lines that are complete; numbers and countries are looked at by the server. */
export function problemOf(rows: Rows): RowProblem | null {
  const fault = firstFault(toPeople(rows))
  const row = fault && ordered(rows)[fault.line]
  return fault && row ? { key: row.key, problem: fault.problem } : null
}

export const isFull = (rows: Rows): boolean => rows.length >= REPRESENTATIVES_MAX
