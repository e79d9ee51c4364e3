/**
 * Comparison of declared and read data, check by check (ADM-07). Barcode and machine-readable zone were read on the customer's device: the
 * server verified every check digit of a zone, while a barcode is only as trustworthy as the device. The checks support a reviewer and
 * decide nothing.
 */

import { bogotaDay } from '@tunjo/contract/bogota-day'
import { CHAMBER_CERTIFICATE_DAYS, isNit, isRecentCertificate, totalShares, WHOLE_SHARE } from '@tunjo/contract/company'
import type { ReviewCheck } from '@tunjo/contract/compliance-review'
import type { LegalLevel1Fields, NaturalLevel1Fields } from '@tunjo/contract/kyc-forms'
import { foldText } from '../../../../platform/database/list-query.ts'
import { formatDay } from '../../../../platform/time/format-date.ts'
import type { ReviewFacts } from '../../../customers/kyc/index.ts'
import { STORED_WORDS } from '../person-words.ts'
import type { Lists } from './information.ts'

type Check = ReviewCheck
type Reading = ReviewFacts['evidence'][number]

export function checksOf({ declared, evidence }: ReviewFacts, lists: Lists, now: Date): Check[] {
  const [self, company] = [declared['natural-1'], declared['legal-1']]
  if (company) return companyChecks(company, now)
  if (!self) return []
  // The newest of each source: a customer retries until a picture is good.
  const readings = (['pdf417', 'mrz'] as const).flatMap((source) => evidence.find((one) => one.source === source) ?? [])
  if (readings.length === 0) return identityChecks(self, null, lists, now)
  return readings.flatMap((reading) => identityChecks(self, reading, lists, now))
}

function identityChecks(self: NaturalLevel1Fields, reading: Reading | null, lists: Lists, now: Date): Check[] {
  const read = reading?.read ?? {}
  const source = reading?.source ?? null
  const check = (name: Check['name'], declared: string, found: string, agrees: boolean): Check => ({
    form: 'natural-1',
    name,
    declared,
    read: found === '' ? null : found,
    source,
    result: found === '' ? 'not_read' : agrees ? 'agree' : 'differs',
  })
  const code = lists.identificationType(self.identificationTypeID)?.code ?? ''
  const fullName = read.fullName ?? [read.names, read.surnames].filter((part) => part).join(' ')
  const expiry = read.expiryDate ?? ''
  const birth = read.birthDate ?? ''
  return [
    ...(source === 'mrz' ? [check('documentType', code, read.documentType ?? '', read.documentType === code)] : []),
    check('documentNumber', self.identificationNumber, read.number ?? '', read.number === self.identificationNumber),
    check('fullName', self.fullName, fullName, isSameName(self.fullName, fullName, read.isNameCut === 'true')),
    check('birthDate', formatDay(self.birthDate), birth && formatDay(birth), birth === self.birthDate),
    ...(expiry === '' ? [] : [check('expiryDate', '', formatDay(expiry), expiry >= bogotaDay(now))]),
  ]
}

/** Ignores accents, capitals and the order of the names; where the line was too short, its last word may be truncated. */
export function isSameName(declared: string, read: string, isCut: boolean): boolean {
  const words = (name: string) =>
    foldText(name)
      .split(/[\s'’.-]+/)
      .filter((word) => word !== '')
      .sort()
  const [own, found] = [words(declared), words(read)]
  if (!isCut) return own.join(' ') === found.join(' ')
  return found.length > 0 && found.every((word) => own.some((one) => one.startsWith(word)))
}

function companyChecks(company: LegalLevel1Fields, now: Date): Check[] {
  const total = totalShares(company.shareholders.map(({ ownershipPercentage }) => ownershipPercentage))
  const isRecent = isRecentCertificate(company.chamberOfCommerceDate, bogotaDay(now))
  const check = (name: Check['name'], declared: string, read: string, agrees: boolean): Check => ({
    form: 'legal-1',
    name,
    declared,
    read,
    source: null,
    result: agrees ? 'agree' : 'differs',
  })
  return [
    check('nit', company.nit, isNit(company.nit) ? STORED_WORDS.validCheckDigit : STORED_WORDS.invalidCheckDigit, isNit(company.nit)),
    check(
      'certificateDate',
      formatDay(company.chamberOfCommerceDate),
      isRecent ? STORED_WORDS.newerThan(CHAMBER_CERTIFICATE_DAYS) : STORED_WORDS.olderThan(CHAMBER_CERTIFICATE_DAYS),
      isRecent,
    ),
    check('shares', '100 %', `${String(total / 100).replace('.', ',')} %`, total === WHOLE_SHARE),
  ]
}
