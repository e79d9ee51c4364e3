/** Panels of a customer's page in the format of the specification (ADM-04 … ADM-06), from the sent data and the decisions. */
import type { DOCUMENT_STATES } from '@tunjo/contract/compliance'
import {
  type FinancialProfile,
  type MoreInformation,
  NO_FINANCIAL_PROFILE,
  type StepsToFollow,
  type UserInformation,
} from '@tunjo/contract/compliance-person'
import { SURVEY_BANDS } from '@tunjo/contract/kyc-forms'
import type { Person } from '../../../customers/identity/index.ts'
import type { ReviewFacts, SentItem } from '../../../customers/kyc/index.ts'
import type { RiskProfileRow } from '../../../customers/risk/index.ts'
import type { Parameters } from '../../../reference/parameters/index.ts'

export type Lists = Pick<Parameters, 'identificationType' | 'city' | 'department' | 'occupation' | 'economicActivity' | 'countryName'>
type DocumentState = (typeof DOCUMENT_STATES)[number]

/** Null fields are unknown. */
export interface CheckSummary {
  readonly isInProgress: boolean
  /** Result of the newest report. Where sources failed there may be a graver finding than `gravest`. */
  readonly result: {
    readonly gravest: 'No' | 'Bajo' | 'Medio' | 'Alto'
    readonly isComplete: boolean
    readonly isListed: boolean | null
  } | null
}
/** Screening by our own lists and by the provider. */
export interface Screened {
  readonly standing: RiskProfileRow
  readonly check: CheckSummary
}

const KIND = { natural: 'Persona', legal: 'Entidad' } as const

export function userInformation(person: Person, facts: ReviewFacts, lists: Lists, hasNovelty: boolean): UserInformation {
  const { declared, personType, currentLevel, isVerified, verifiedLevel, changedAt } = facts
  const [self, company] = [declared['natural-1'], declared['legal-1']]
  return {
    userId: person.id,
    fullName: self?.fullName ?? company?.legalName ?? null,
    kycLevel: currentLevel,
    active: person.isActive,
    email: person.email,
    typeDocument: company ? 'NIT' : self ? (lists.identificationType(self.identificationTypeID)?.name ?? null) : null,
    typeUser: KIND[personType],
    country: countryOf(facts, lists),
    birthDate: self?.birthDate ?? null,
    novelty: hasNovelty,
    isVerified,
    verifiedLevel,
    lastModification: changedAt.toISOString(),
  }
}

function countryOf({ declared }: ReviewFacts, lists: Lists): string | null {
  const [home, company] = [declared['natural-2'], declared['legal-1']]
  if (company) return lists.countryName(company.jurisdictionCountry)
  if (!home) return null
  return lists.countryName(home.livesInColombia ? 'CO' : (home.outsideCountry ?? ''))
}

export function addressOf({ declared }: ReviewFacts, lists: Lists): string | null {
  const [home, company] = [declared['natural-2'], declared['legal-1']]
  if (company) return inCity(company.mainAddress, company.cityID, lists)
  if (!home) return null
  if (home.livesInColombia) return inCity(home.homeAddress, home.cityID, lists)
  return [home.homeAddress, home.outsideCity, home.outsideState].filter((part) => part).join(', ')
}

function inCity(address: string, cityId: number | undefined, lists: Lists): string {
  const city = cityId === undefined ? null : lists.city(cityId)
  const department = city && lists.department(city.departmentId)
  return [address, city?.name, department?.name].filter((part) => part).join(', ')
}

export function financialProfile({ declared }: ReviewFacts, lists: Lists): FinancialProfile | typeof NO_FINANCIAL_PROFILE {
  const [home, company] = [declared['natural-2'], declared['legal-1']]
  // A company chooses no activity of the list: it describes its business.
  if (company) return { occupation: '', economicActivity: '', economicDescription: company.businessDescription }
  if (!home) return NO_FINANCIAL_PROFILE
  return {
    occupation: lists.occupation(home.occupationID)?.name ?? '',
    economicActivity: lists.economicActivity(home.economicActivityID)?.name ?? '',
    economicDescription: home.descriptionEconomicActivity,
  }
}

export function stepsToFollow(person: Person, facts: ReviewFacts, lists: Lists, screened: Screened): StepsToFollow {
  const { declared, survey, personType, sentForms } = facts
  const financial = financialProfile(facts, lists)
  const home = addressOf(facts, lists)
  const screening = screeningOf(screened)
  const isSent = (level: number) => sentForms.some((form) => form.endsWith(String(level)))
  return {
    Level1:
      isSent(1) || survey
        ? {
            identification: identification(facts, lists),
            pep: declared['natural-1']?.peps ?? null,
            profile_data: { email: person.email, id: person.id, type: KIND[personType] },
            questions: {
              responseA: survey && bandOf(SURVEY_BANDS.monthly[survey.responseA]),
              responseB: survey && bandOf(SURVEY_BANDS.yearly[survey.responseB]),
            },
            screening: { Antecedentes: screening.background, Listas: screening.listed },
          }
        : null,
    Level2:
      isSent(2) && home !== null && financial !== NO_FINANCIAL_PROFILE
        ? {
            address: { country: countryOf(facts, lists) ?? '', home },
            financial_profile: {
              description_activity: financial.economicDescription,
              economic_activity: financial.economicActivity,
              occupation: financial.occupation,
            },
          }
        : null,
    Level3: isSent(3) ? { nature_operations: facts.items.filter(({ form }) => form === `${personType}-3`).length } : null,
  }
}

const MILLION_COP = 100_000_000n
function bandOf(band: readonly [number, number | null] | undefined) {
  if (!band) return null
  const [from, to] = band
  return { minimum: BigInt(from) * MILLION_COP, maximum: to === null ? null : BigInt(to) * MILLION_COP }
}

function identification({ declared }: ReviewFacts, lists: Lists): { Document: string; Number: string } {
  const [self, company] = [declared['natural-1'], declared['legal-1']]
  if (company) return { Document: 'NIT', Number: company.nit }
  if (!self) return { Document: '', Number: '' }
  return { Document: lists.identificationType(self.identificationTypeID)?.name ?? '', Number: self.identificationNumber }
}

export function moreInformation(facts: ReviewFacts, lists: Lists, hasNovelty: boolean, screened: Screened): MoreInformation {
  const { standing, check } = screened
  const { items, declared, personType } = facts
  const number = identification(facts, lists).Number
  const first = items.filter(({ form }) => form === `${personType}-1`)
  const address = personType === 'natural' ? items.filter(({ form }) => form === 'natural-2') : first.filter(isFields)
  const pep = standing.isPep ?? declared['natural-1']?.peps
  const { background, listed } = screeningOf(screened)
  return {
    Direction: { result: addressOf(facts, lists), state: stateOf(address) },
    ID: { result: number || null, state: stateOf(first) },
    PEPS:
      pep === undefined
        ? decided(null)
        : { result: pep ? 'Si' : 'No', state: standing.isPep === null ? stateOf(first.filter(isFields)) : 'Aceptado' },
    // Without a report of the provider no search was made, whatever risk officers and rules set (A12).
    Antecedentes: check.result || check.isInProgress ? checked(background, check) : { result: background, state: 'No entregado' },
    Lists: checked(listed, check),
    Novelty: hasNovelty ? { result: 'Con novedad', state: 'Pendiente' } : { result: 'Sin novedad', state: 'Aceptado' },
  }
}

const RISK = { low: 'No', medium: 'Medio', high: 'Alto' } as const

/**
 * Flags of officers and rules, so that it matches the buttons; without flags, the provider's findings. Null while unknown: a source that
 * failed may hide a finding.
 */
function screeningOf({ standing: { level, risk, isPep, isListed }, check: { result } }: Screened) {
  const isSaid = level !== null || isPep || isListed
  const found = result && (result.isComplete || result.gravest !== 'No') ? result.gravest : null
  const background = isSaid && !(risk === 'low' && found === 'Bajo') ? RISK[risk] : found
  const onLists = isListed ?? result?.isListed ?? null
  return { background, listed: onLists === null ? null : onLists ? ('Si' as const) : ('No' as const) }
}

/** Pending while the provider is asked, and while some of its sources failed. */
function checked(result: string | null, { isInProgress, result: found }: CheckSummary): MoreInformation['Lists'] {
  const isWaiting = isInProgress || found?.isComplete === false
  return isWaiting ? { result, state: 'Pendiente' } : decided(result)
}

const decided = (result: string | null): MoreInformation['Lists'] => ({ result, state: result === null ? 'No entregado' : 'Aceptado' })

const isFields = ({ kind }: SentItem): boolean => kind === 'fields'

/** Combined state of several items: a waiting one counts most, then one that must be sent again. */
function stateOf(items: readonly SentItem[]): DocumentState {
  if (items.length === 0) return 'No entregado'
  if (items.some(({ state }) => state === 'pending')) return 'Pendiente'
  return items.some(({ state }) => state === 'declined') ? 'Declinado' : 'Aceptado'
}
