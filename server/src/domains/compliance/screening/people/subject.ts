/**
 * Parties to screen: the person or company as last declared; for a company also its shareholders and the persons that officers read from
 * its documents. While a renewal is open the persons accepted before it remain parties, since they are paid until it ends.
 */
import { isCompanyDocument, type RepresentativeDocument } from '@tunjo/contract/representative-rules'
import { canonicalJson } from '../../../../platform/audit/canonical-json.ts'
import type { DeclaredForms, ReviewFacts } from '../../../customers/kyc/index.ts'
import type { IdentifierKind } from '../matching/identifiers.ts'
import type { ScreenedParty } from '../matching/screen.ts'

const COMPANY = /\b(?:s\.?a\.?s|s\.?\s?a|ltda|limitada|inc|corp|llc|gmbh|fundaci[oó]n|cooperativa)\.?\s*$/i

export const isCompanyName = (name: string): boolean => COMPANY.test(name)

/** Fields that a device read from an identity document. */
type ReadDocument = ReviewFacts['evidence'][number]
const GENDER: Readonly<Record<string, 'male' | 'female'>> = { M: 'male', F: 'female' }
/**
 * Gender in the barcode and the machine-readable zone of the customer's own document, unless they contradict each other: no form asks for
 * it.
 */
function genderIn(evidence: readonly ReadDocument[], number: string): ScreenedParty['gender'] {
  const plain = (text = '') => text.toUpperCase().replace(/[^A-Z0-9]/g, '').replace(/^0+/, '') // biome-ignore format: one chain
  const genders = evidence.flatMap(({ read }) => (plain(read.number) === plain(number) ? (GENDER[read.sex ?? ''] ?? []) : []))
  return new Set(genders).size === 1 ? (genders[0] ?? null) : null
}

/**
 * `codeOf`: the code of a type of identity document. Duplicates are merged. `undecided`: parties of open hits. A person that officers read
 * from a document stays until officers decide: removing them from the next list closes no hit. When two officers discard that hit, the
 * account is screened again, and a person whom only the hit kept is no longer a party.
 */
export function subjectParties(
  {
    declared,
    acceptedBefore,
    evidence,
    representatives,
    representativesBefore,
  }: Pick<ReviewFacts, 'declared' | 'acceptedBefore' | 'evidence' | 'representatives' | 'representativesBefore'>,
  codeOf: (id: number) => string | undefined,
  undecided: readonly ScreenedParty[] = [],
): ScreenedParty[] {
  const parties = [acceptedBefore, declared].flatMap((forms) => partiesOf(forms, codeOf, evidence))
  const named = representativeParties(representatives)
  // Roles come from the newest list; for a person whom it omits, from the earlier lists and the open hits.
  const known = new Set(named.map(partyKey))
  const left = [...representativeParties(representativesBefore), ...undecided.filter(({ roles }) => roles)]
  return together([...parties, ...named, ...left.filter((party) => !known.has(partyKey(party)))])
}

/** A shareholder who is also a representative is one party, as long as the data of both agree. */
function together(parties: readonly ScreenedParty[]): ScreenedParty[] {
  const found = new Map<string, ScreenedParty>()
  for (const party of parties) {
    const known = found.get(partyKey(party))
    const roles = [...new Set([...(known?.roles ?? []), ...(party.roles ?? [])])]
    found.set(partyKey(party), roles.length === 0 ? party : { ...party, roles })
  }
  return [...found.values()]
}

/** Identity of a party, without its roles in a company. */
export const partyKey = ({ roles: _roles, ...party }: ScreenedParty): string => canonicalJson(party)

export function partiesOf(
  declared: DeclaredForms,
  codeOf: (id: number) => string | undefined,
  evidence: readonly ReadDocument[] = [],
): ScreenedParty[] {
  const [person, company] = [declared['natural-1'], declared['legal-1']]
  const own = person ? [personOf(person, codeOf(person.identificationTypeID), genderIn(evidence, person.identificationNumber))] : []
  return company ? [...own, companyOf(company), ...company.shareholders.map(shareholderOf)] : own
}

function personOf(
  { fullName, identificationNumber, birthDate }: NonNullable<DeclaredForms['natural-1']>,
  code: string | undefined,
  gender: ScreenedParty['gender'],
): ScreenedParty {
  const kind: IdentifierKind = code === 'CC' ? 'cedula' : code === 'PA' ? 'passport' : 'foreign_id'
  return {
    type: 'person',
    names: [fullName],
    identifiers: [{ kind, value: identificationNumber }],
    birthYear: Number(birthDate.slice(0, 4)),
    country: code === 'CC' ? 'CO' : null,
    gender,
  }
}

const companyOf = ({ legalName, nit, jurisdictionCountry }: NonNullable<DeclaredForms['legal-1']>): ScreenedParty => ({
  type: 'organisation',
  names: [legalName],
  identifiers: [{ kind: 'nit', value: nit }],
  birthYear: null,
  country: jurisdictionCountry,
  gender: null,
})

const KIND_OF = {
  CC: 'cedula',
  CE: 'foreign_id',
  PA: 'passport',
  PPT: 'foreign_id',
  DNI: 'foreign_id',
  NIT: 'nit',
  TIN: 'foreign_id',
} as const satisfies Record<RepresentativeDocument, IdentifierKind>
export const representativeParties = (people: ReviewFacts['representatives']): ScreenedParty[] =>
  people.map(({ roles, name, documentType, documentNumber, nationality, birthDate }) => ({
    type: isCompanyDocument(documentType) ? 'organisation' : 'person',
    names: [name],
    identifiers: [{ kind: KIND_OF[documentType], value: documentNumber }],
    birthYear: birthDate === null ? null : Number(birthDate.slice(0, 4)),
    country: nationality,
    gender: null,
    roles,
  }))

function shareholderOf({
  name,
  identification,
  nationality,
}: NonNullable<DeclaredForms['legal-1']>['shareholders'][number]): ScreenedParty {
  const isCompany = isCompanyName(name)
  return {
    type: isCompany ? 'organisation' : 'person',
    names: [name],
    identifiers: [{ kind: isCompany ? 'nit' : 'cedula', value: identification }],
    birthYear: null,
    country: nationality,
    gender: null,
  }
}
