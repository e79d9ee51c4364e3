/** What the fields of a form must be beyond their shape; each check answers the first reason to refuse (KYC-07, KYC-10, KYC-12). */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { isNit, isRecentCertificate, totalShares, WHOLE_SHARE } from '@tunjo/contract/company'
import type { LegalLevel1Fields, NaturalLevel1Fields, NaturalLevel2Fields } from '@tunjo/contract/kyc-forms'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { type Refusal, refusal } from '../../../platform/refusal.ts'
import type { Parameters } from '../../parameters/index.ts'

export const ADULT_AGE = 18

type Lists = Pick<Parameters, 'identificationType' | 'city' | 'department' | 'occupation' | 'economicActivity' | 'countryName'>

/** Birthdays are days, not instants; who was born on 29 February is of age on 1 March. */
export function isAdult(birthDate: string, now: Date): boolean {
  const [year = 0, month = 1, day = 1] = birthDate.split('-').map(Number)
  const birthday = new Date(Date.UTC(year + ADULT_AGE, month - 1, day)).toISOString().slice(0, 10)
  return birthDate >= '1900-01-01' && birthday <= bogotaDay(now)
}

/** International form of a telephone that people can have in their pocket, or null. Ten digits are a Colombian mobile. */
export function mobileNumber(text: string): string | null {
  const number = parsePhoneNumberFromString(text, 'CO')
  if (!number?.isValid()) return null
  const type = number.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' || type === undefined ? number.number : null
}

/** Spaces, dots and hyphens are how people write a number, not part of it. */
export const documentNumber = (typed: string): string => typed.replace(/[\s.-]/g, '').toUpperCase()

/** Two words or more, of letters as they stand on documents. */
const FULL_NAME = /^\p{L}[\p{L}\p{M}'’.-]*(\s+[\p{L}\p{M}'’.-]+)+$/u

export function checkNaturalLevel1(fields: NaturalLevel1Fields, lists: Lists, now: Date): Refusal | null {
  if (!FULL_NAME.test(fields.fullName)) return refusal('kyc.name_invalid')
  const type = lists.identificationType(fields.identificationTypeID)
  if (!type || type.code === 'NIT') return refusal('kyc.document_type_unknown')
  if (!type.pattern.test(documentNumber(fields.identificationNumber))) return refusal('kyc.document_number_invalid')
  if (!isAdult(fields.birthDate, now)) return refusal('kyc.under_age')
  if (!mobileNumber(fields.cellphoneNumber)) return refusal('kyc.phone_invalid')
  return null
}

export function checkNaturalLevel2(fields: NaturalLevel2Fields, lists: Lists): Refusal | null {
  const { isColombian, cityID, outsideCountry, outsideState, outsideCity } = fields
  if (isColombian && cityID === undefined) return refusal('kyc.residence_incomplete')
  if (isColombian && cityID !== undefined && !lists.city(cityID)) return refusal('kyc.city_unknown')
  if (!isColombian && !(outsideCountry && outsideState && outsideCity)) return refusal('kyc.residence_incomplete')
  if (!isColombian && (outsideCountry === 'CO' || !lists.countryName(outsideCountry ?? ''))) return refusal('kyc.country_unknown')
  if (!lists.occupation(fields.occupationID)) return refusal('kyc.occupation_unknown')
  if (!lists.economicActivity(fields.economicActivityID)) return refusal('kyc.activity_unknown')
  return fields.sourceOfFunds ? null : refusal('kyc.funds_not_declared')
}

export function checkLegalLevel1(fields: LegalLevel1Fields, lists: Lists, now: Date): Refusal | null {
  if (!lists.countryName(fields.jurisdictionCountry)) return refusal('kyc.country_unknown')
  if (!lists.department(fields.departmentID)) return refusal('kyc.department_unknown')
  if (lists.city(fields.cityID)?.departmentId !== fields.departmentID) return refusal('kyc.city_unknown')
  if (!isNit(fields.nit)) return refusal('kyc.nit_invalid')
  if (!mobileNumber(fields.cellphoneNumber)) return refusal('kyc.phone_invalid')
  if (!fields.fundsAreLawful) return refusal('kyc.funds_not_declared')
  if (!isRecentCertificate(fields.chamberOfCommerceDate, bogotaDay(now))) return refusal('kyc.chamber_certificate_old')
  if (fields.shareholders.some(({ nationality }) => !lists.countryName(nationality))) return refusal('kyc.country_unknown')
  const total = totalShares(fields.shareholders.map(({ ownershipPercentage }) => ownershipPercentage))
  return total > WHOLE_SHARE ? refusal('kyc.shares_above_total') : null
}
