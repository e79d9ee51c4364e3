/** Missing parts and submission of a company's level 1 (KYC-12). Decisions on plain values. */
import { CHAMBER_CERTIFICATE_DAYS, isNit, isRecentCertificate, readNit } from '@tunjo/contract/company'
import { LegalLevel1Fields } from '@tunjo/contract/kyc-forms'
import * as z from 'zod'

/** Preselected, and marked until the person has seen them (KYC-16). */
export const COMPANY_DEFAULTS = { departmentID: 1, cityID: 1 } as const

const { shareholders: _rows, ...single } = LegalLevel1Fields.shape

/** Every field but the shareholders, which are checked row by row. */
export const companyFields = (today: string) =>
  z.object({
    ...single,
    nit: single.nit.refine(isNit),
    chamberOfCommerceDate: single.chamberOfCommerceDate.refine((day) => isRecentCertificate(day, today)),
  })

const DAY_MS = 86_400_000

/** First and last day accepted for the date of the certificate. */
export const certificateDays = (today: string) => ({
  min: new Date(Date.parse(today) - (CHAMBER_CERTIFICATE_DAYS - 1) * DAY_MS).toISOString().slice(0, 10),
  max: today,
})

/** Formatted as `890.903.938-8` once complete; an incomplete text stays as it is. */
export function formatNit(typed: string): string {
  const { state } = readNit(typed)
  if (state !== 'right' && state !== 'wrong') return typed
  return typed.replace(/\D/g, '').replace(/^(\d{3})(\d{3})(\d{3})(\d)$/, '$1.$2.$3-$4')
}
