/** Rules for the fields of a form beyond their shape; each check returns the first reason to refuse (KYC-07, KYC-10, KYC-12, SEC-19). */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { isNit, isRecentCertificate, totalShares, WHOLE_SHARE } from '@tunjo/contract/company'
import type { LegalLevel1Fields, NaturalLevel1Fields, NaturalLevel2Fields } from '@tunjo/contract/kyc-forms'
import { isFullName } from '@tunjo/contract/person-name'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { type Refusal, refusal } from '../../../../platform/http/refusal.ts'
import type { Parameters } from '../../../reference/parameters/index.ts'
import { ageOn, PARTNER_NUMBER, partnerNumber } from '../core/people-facts.ts'

const ADULT_AGE = 18
/** Only one person is known to have grown older. */
const OLDEST_AGE = 120
/** Elected and appointed offices end within fewer. */
const OFFICE_YEARS_MAX = 10

type Lists = Pick<
  Parameters,
  'identificationType' | 'city' | 'department' | 'occupation' | 'economicActivity' | 'countryName' | 'countryCode'
>

export function checkBirthDate(birthDate: string, now: Date): Refusal | null {
  const age = ageOn(bogotaDay(now), birthDate)
  if (age < 0 || age > OLDEST_AGE) return refusal('kyc.birth_date_invalid')
  return age < ADULT_AGE ? refusal('kyc.under_age') : null
}

/** An office that one holds began between birth and today, and ended, or will end, after it began. */
export function checkOffice({ since, until }: { since: string; until: string | null }, birthDate: string, now: Date): Refusal | null {
  const today = bogotaDay(now)
  const began = since >= birthDate && since <= today
  const ends = until === null || (until >= since && ageOn(until, today) < OFFICE_YEARS_MAX)
  return began && ends ? null : refusal('kyc.pep_dates_invalid')
}

/** International form of a mobile number, or null. Ten digits are a Colombian mobile. */
export function mobileNumber(text: string): string | null {
  // Callers from abroad write 00 for the plus sign.
  const number = parsePhoneNumberFromString(text.trim().replace(/^00(?=[1-9])/, '+'), 'CO')
  if (!number?.isValid()) return null
  const type = number.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' || type === undefined ? number.number : null
}

/** Drops spaces, dots and hyphens, which people write in a number and which are not part of it. */
export const documentNumber = (typed: string): string => typed.replace(/[\s.-]/g, '').toUpperCase()

export function checkNaturalLevel1(fields: NaturalLevel1Fields, lists: Lists, now: Date): Refusal | null {
  if (!isFullName(fields.fullName)) return refusal('kyc.name_invalid')
  const type = lists.identificationType(fields.identificationTypeID)
  if (!type || type.code === 'NIT') return refusal('kyc.document_type_unknown')
  if (!type.pattern.test(documentNumber(fields.identificationNumber))) return refusal('kyc.document_number_invalid')
  const birth = checkBirthDate(fields.birthDate, now)
  if (birth) return birth
  if (!mobileNumber(fields.cellphoneNumber)) return refusal('kyc.phone_invalid')
  const { peps, pepDetails } = fields
  return peps && pepDetails ? checkOffice(pepDetails, fields.birthDate, now) : null
}

export function checkNaturalLevel2(fields: NaturalLevel2Fields, lists: Lists): Refusal | null {
  const { isColombian, cityID, outsideCountry, outsideState, outsideCity } = fields
  if (isColombian && cityID === undefined) return refusal('kyc.residence_incomplete')
  if (isColombian && cityID !== undefined && !lists.city(cityID)) return refusal('kyc.city_unknown')
  if (!isColombian && !(outsideCountry && outsideState && outsideCity)) return refusal('kyc.residence_incomplete')
  if (!isColombian && [null, 'CO'].includes(lists.countryCode(outsideCountry ?? ''))) return refusal('kyc.country_unknown')
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
  if (fields.shareholders.some(({ identification }) => !PARTNER_NUMBER.test(partnerNumber(identification))))
    return refusal('kyc.partner_number_invalid')
  const total = totalShares(fields.shareholders.map(({ ownershipPercentage }) => ownershipPercentage))
  return total > WHOLE_SHARE ? refusal('kyc.shares_above_total') : null
}
