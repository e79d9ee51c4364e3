/** Fields of each form as sent, with the labels of its lists, for comparison with the pictures. */

import type { PersonReview } from '@tunjo/contract/compliance-review'
import type { Form } from '@tunjo/contract/kyc-forms'
import { formatDay } from '../../../../platform/time/format-date.ts'
import type { DeclaredForms } from '../../../customers/kyc/index.ts'
import { STORED_WORDS } from '../person-words.ts'
import type { Lists } from './information.ts'

type Field = PersonReview['fields'][number]
type Values = Readonly<Record<string, string | null | undefined>>

export const declaredFields = (declared: DeclaredForms, lists: Lists): Field[] => [
  ...listed('natural-1', identityValues(declared['natural-1'], lists)),
  ...listed('natural-2', residenceValues(declared['natural-2'], lists)),
  ...listed('legal-1', companyValues(declared['legal-1'], lists)),
]

/** Fields that the form did not ask are omitted. */
const listed = (form: Form, values: Values): Field[] =>
  Object.entries(values).flatMap(([name, value]) => (value ? [{ form, name, value }] : []))

const yesOrNo = (value: boolean): string => (value ? STORED_WORDS.yes : STORED_WORDS.no)
const RELATION = STORED_WORDS.pepRelations

function identityValues(fields: DeclaredForms['natural-1'], lists: Lists): Values {
  if (!fields) return {}
  const { pepDetails: pep } = fields
  return {
    identificationType: lists.identificationType(fields.identificationTypeID)?.name,
    identificationNumber: fields.identificationNumber,
    fullName: fields.fullName,
    birthDate: formatDay(fields.birthDate),
    cellphoneNumber: fields.cellphoneNumber,
    peps: yesOrNo(fields.peps),
    pepRelation: pep && RELATION[pep.relation],
    pepPosition: pep?.position,
    pepEntity: pep?.entity,
    pepSince: pep && formatDay(pep.since),
    pepUntil: pep?.until && formatDay(pep.until),
  }
}

function residenceValues(fields: DeclaredForms['natural-2'], lists: Lists): Values {
  if (!fields) return {}
  const city = fields.cityID === undefined ? null : lists.city(fields.cityID)
  return {
    livesInColombia: yesOrNo(fields.livesInColombia),
    homeAddress: fields.homeAddress,
    city: city?.name ?? fields.outsideCity,
    department: (city && lists.department(city.departmentId)?.name) ?? fields.outsideState,
    country: lists.countryName(fields.livesInColombia ? 'CO' : (fields.outsideCountry ?? '')),
    occupation: lists.occupation(fields.occupationID)?.name,
    economicActivity: lists.economicActivity(fields.economicActivityID)?.name,
    descriptionEconomicActivity: fields.descriptionEconomicActivity,
    sourceOfFunds: yesOrNo(fields.sourceOfFunds),
  }
}

function companyValues(fields: DeclaredForms['legal-1'], lists: Lists): Values {
  if (!fields) return {}
  return {
    legalName: fields.legalName,
    nit: fields.nit,
    country: lists.countryName(fields.jurisdictionCountry),
    department: lists.department(fields.departmentID)?.name,
    city: lists.city(fields.cityID)?.name,
    mainAddress: fields.mainAddress,
    cellphoneNumber: fields.cellphoneNumber,
    businessDescription: fields.businessDescription,
    fundsOrigin: fields.fundsOrigin,
    fundsAreLawful: yesOrNo(fields.fundsAreLawful),
    chamberOfCommerceDate: formatDay(fields.chamberOfCommerceDate),
  }
}
