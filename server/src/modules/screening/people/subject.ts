/** Who is screened: what a person or a company last declared, as the comparison wants it; of a company its shareholders too. */
import type { DeclaredForms } from '../../kyc/index.ts'
import type { IdentifierKind } from '../matching/identifiers.ts'
import type { ScreenedParty } from '../matching/screen.ts'

const COMPANY = /\b(?:s\.?a\.?s|s\.?\s?a|ltda|limitada|inc|corp|llc|gmbh|fundaci[oó]n|cooperativa)\.?\s*$/i

/** `codeOf`: the code of a type of identity document. */
export function partiesOf(declared: DeclaredForms, codeOf: (id: number) => string | undefined): ScreenedParty[] {
  const [person, company] = [declared['natural-1'], declared['legal-1']]
  const own = person ? [personOf(person, codeOf(person.identificationTypeID))] : []
  return company ? [...own, companyOf(company), ...company.shareholders.map(shareholderOf)] : own
}

function personOf(
  { fullName, identificationNumber, birthDate }: NonNullable<DeclaredForms['natural-1']>,
  code: string | undefined,
): ScreenedParty {
  const kind: IdentifierKind = code === 'CC' ? 'cedula' : code === 'PA' ? 'passport' : 'foreign_id'
  return {
    type: 'person',
    names: [fullName],
    identifiers: [{ kind, value: identificationNumber }],
    birthYear: Number(birthDate.slice(0, 4)),
    country: code === 'CC' ? 'CO' : null,
    gender: null,
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

function shareholderOf({
  name,
  identification,
  nationality,
}: NonNullable<DeclaredForms['legal-1']>['shareholders'][number]): ScreenedParty {
  const isCompany = COMPANY.test(name)
  return {
    type: isCompany ? 'organisation' : 'person',
    names: [name],
    identifiers: [{ kind: isCompany ? 'nit' : 'cedula', value: identification }],
    birthYear: null,
    country: nationality,
    gender: null,
  }
}
