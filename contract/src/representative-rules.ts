/**
 * Rules for legal representatives and beneficial owners of a company, shared by the screen and the server (SAGRILAFT: Circular 100-000016
 * of 2020 of the Superintendencia de Sociedades; RUB: Resolución DIAN 000164 of 2021). Pure: no clock, no lists of countries.
 */
import { shareHundredths, WHOLE_SHARE } from './company.ts'

export const REPRESENTATIVE_ROLES = ['representative', 'alternate', 'owner', 'controller'] as const
export type RepresentativeRole = (typeof REPRESENTATIVE_ROLES)[number]
/** Beneficial owners: by their share, or by other means. */
const OWNER_ROLES: readonly RepresentativeRole[] = ['owner', 'controller']

/** Documents of a person, then of a company; `DNI` and `TIN` are foreign ones. */
export const REPRESENTATIVE_DOCUMENTS = ['CC', 'CE', 'PA', 'PPT', 'DNI', 'NIT', 'TIN'] as const
export type RepresentativeDocument = (typeof REPRESENTATIVE_DOCUMENTS)[number]
export const isCompanyDocument = (type: RepresentativeDocument): boolean => type === 'NIT' || type === 'TIN'

export const REPRESENTATIVE_SOURCES = ['chamberOfCommerce', 'shareholderCertificate', 'identityCopies', 'rut', 'other'] as const
export const REPRESENTATIVES_MAX = 100

/** One line of the list: a person, or an owning company whose own owners follow below it. */
export interface RepresentativeLine {
  readonly roles: readonly RepresentativeRole[]
  readonly name: string
  readonly documentType: RepresentativeDocument
  readonly documentNumber: string
  /** Hundredths of a percent: of the customer, or of the company above. */
  readonly share: number | null
  /** Position in the list of the company owned by this one; null: the customer. */
  readonly parent: number | null
}

export const LINE_PROBLEMS = ['roles', 'company_roles', 'share', 'parent', 'twice', 'shares_above_total'] as const
export type LineProblem = (typeof LINE_PROBLEMS)[number]
export interface FaultyLine {
  /** Zero-based. */
  readonly line: number
  readonly problem: LineProblem
}

/** Find the first invalid line. A company precedes its own owners, so that no cycle is possible. */
export function firstFault(lines: readonly RepresentativeLine[]): FaultyLine | null {
  for (const [line, one] of lines.entries()) {
    const problem = faultOf(lines, line, one)
    if (problem) return { line, problem }
  }
  return null
}

function faultOf(lines: readonly RepresentativeLine[], line: number, one: RepresentativeLine): LineProblem | null {
  const { roles, share, parent } = one
  const isCompany = isCompanyDocument(one.documentType)
  if (isCompany && roles.length > 0) return 'company_roles'
  if (!isCompany && (roles.length === 0 || new Set(roles).size < roles.length)) return 'roles'
  const owns = isCompany || roles.includes('owner')
  if (owns !== (share !== null)) return 'share'
  const above = parent === null ? null : lines[parent]
  if (parent !== null && !(parent < line && above && isCompanyDocument(above.documentType))) return 'parent'
  // Lines below a company are its owners or controllers; its representatives are not requested.
  if (parent !== null && !isCompany && !roles.every(isOwnerRole)) return 'parent'
  const beside = lines.slice(0, line).filter((other) => other.parent === parent)
  if (beside.some((other) => isSameDocument(other, one))) return 'twice'
  const total = [...beside, one].reduce((sum, other) => sum + (other.share ?? 0), 0)
  return total > WHOLE_SHARE ? 'shares_above_total' : null
}
const isOwnerRole = (role: RepresentativeRole) => OWNER_ROLES.includes(role)

const NIT_DIGITS = 9
/** Comparison key of a document number: without punctuation, type and leading zeros, like the database (kyc.document_key). */
export function documentKey(typed: string): string {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '')
  return plain.replace(/^(?:CC|CE|TI|NIT|NUIP|PPT|PASAPORTE|PAS|PA|PP)?0*(?=[0-9]+$)/, '')
}
/** Key of a NIT: the check digit may be left out. */
const nitKey = (typed: string) => documentKey(typed).slice(0, NIT_DIGITS)

type Numbered = Pick<RepresentativeLine, 'documentType' | 'documentNumber'>
function isSameDocument(one: Numbered, other: Numbered): boolean {
  if (isCompanyDocument(one.documentType) !== isCompanyDocument(other.documentType)) return false
  const key = one.documentType === 'NIT' ? nitKey : documentKey
  return key(one.documentNumber) === key(other.documentNumber)
}

/** Shareholder as declared, with the field names of the form. */
export interface DeclaredShareholder {
  readonly name: string
  readonly identification: string
  readonly ownershipPercentage: string
}
export interface RepresentativeFacts {
  readonly shareholders: readonly DeclaredShareholder[]
  /** Null: no list exists. */
  readonly list: { readonly people: readonly RepresentativeLine[]; readonly noOwnerReason: string; readonly isBeforeForm: boolean } | null
  /** Share from which a shareholder's owners must be identified. */
  readonly thresholdHundredths: number
}

/**
 * `list`: none · `newer_list`: older than the company's last submission · `representative`: no representative · `shareholder`: the owners
 * of this one are unknown · `owner`: no beneficial owner, and no reason for it.
 */
export const MISSING = ['list', 'newer_list', 'representative', 'shareholder', 'owner'] as const
export interface MissingRepresentative {
  readonly what: (typeof MISSING)[number]
  /** Name of the shareholder; empty otherwise. */
  readonly name: string
}

/** Missing facts about the representatives and owners of a company; empty: it may be accepted. */
export function missingOf({ shareholders, list, thresholdHundredths }: RepresentativeFacts): MissingRepresentative[] {
  if (!list) return [missing('list')]
  const { people, noOwnerReason, isBeforeForm } = list
  const before = isBeforeForm ? [missing('newer_list')] : []
  const unrepresented = people.some(({ roles }) => roles.includes('representative')) ? [] : [missing('representative')]
  // The law then treats the representative as the beneficial owner.
  if (noOwnerReason !== '') return [...before, ...unrepresented]
  const great = shareholders.filter((one) => (shareHundredths(one.ownershipPercentage) ?? 0) >= thresholdHundredths)
  const unknown = great.filter((one) => !isExplained(people, one)).map(({ name }) => missing('shareholder', name))
  const unowned = unknown.length === 0 && !people.some(isOwner) ? [missing('owner')] : []
  return [...before, ...unrepresented, ...unknown, ...unowned]
}
const missing = (what: MissingRepresentative['what'], name = ''): MissingRepresentative => ({ what, name })

/** True for a person who is a beneficial owner, or a company with a beneficial owner behind it. */
function isExplained(people: readonly RepresentativeLine[], { identification }: DeclaredShareholder): boolean {
  return people.some((line, place) => {
    if (line.parent !== null) return false
    if (!isCompanyDocument(line.documentType)) return documentKey(line.documentNumber) === documentKey(identification) && isOwner(line)
    const key = line.documentType === 'NIT' ? nitKey : documentKey
    return key(line.documentNumber) === key(identification) && people.some((one) => isOwner(one) && isBehind(people, one, place))
  })
}
const isOwner = ({ roles, documentType }: RepresentativeLine) => !isCompanyDocument(documentType) && roles.some(isOwnerRole)

/** Follows any number of companies between them. A line's parent precedes it, so this terminates. */
function isBehind(people: readonly RepresentativeLine[], { parent }: RepresentativeLine, place: number): boolean {
  if (parent === null) return false
  const above = people[parent]
  return parent === place || (above !== undefined && isBehind(people, above, place))
}

/** Share in the customer through every company between: hundredths of a percent, rounded down. Null: by other means than a share. */
export function shareOfCustomer(people: readonly RepresentativeLine[], { share, parent }: RepresentativeLine): number | null {
  if (share === null || parent === null) return share
  const above = people[parent]
  const through = above ? shareOfCustomer(people, above) : null
  return through === null ? null : Math.floor((through * share) / WHOLE_SHARE)
}
