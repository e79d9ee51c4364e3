/**
 * Self-certification of tax residence (CARF): countries, tax identification numbers and the accepted statement. A changed one is a new
 * version, and the earlier ones remain. Controlling persons of companies are not asked for. Extension of the specification.
 */
import * as z from 'zod'
import { PERSON_READ_REFUSED, personRead } from './compliance-person.ts'
import { endpoint } from './endpoint.ts'
import { plainLine } from './plain-text.ts'
import { NO_TIN_REASONS, TAX_RESIDENCES_MAX, TIN_LENGTH } from './tax-residence-rules.ts'

/** Version of the statement in the phrases of the screens (`tax-residence`, `statements`); a changed text is a new version. */
export const TAX_STATEMENT_VERSION = 1

export const TaxResidence = z.object({
  country: z.string().length(2).meta({ description: 'ISO 3166-1 alpha-2' }),
  /** Null for Colombia when it follows from the verified document, and with a reason for its absence. */
  tin: plainLine({ minimum: 1, maximum: TIN_LENGTH.maximum }).nullable(),
  noTinReason: z.enum(NO_TIN_REASONS).nullable(),
})
export type TaxResidence = z.output<typeof TaxResidence>

export const TaxCertification = z.object({
  version: z.int(),
  /** As kept: with the derived TIN. */
  residences: z.array(TaxResidence),
  statementVersion: z.int(),
  certifiedAt: z.iso.datetime(),
})
export type TaxCertification = z.output<typeof TaxCertification>

/** Enough to see the changes; older versions stay in the database. */
export const TAX_CERTIFICATIONS_SHOWN = 20

export const taxCertifications = {
  taxCertification: endpoint({
    method: 'GET',
    path: '/kyc/users/tax-certification',
    role: 'ROLE_USER',
    summary: 'Extension: own tax residence as certified last, and whether it is asked for',
    response: z.object({
      /** True when level 1 is verified. */
      isOpen: z.boolean(),
      /** TIN of Colombia by the verified document; null when the document is another one. */
      colombianTin: z.string().nullable(),
      statementVersion: z.int(),
      certification: TaxCertification.nullable(),
    }),
    errors: [],
  }),
  certifyTaxResidence: endpoint({
    method: 'POST',
    path: '/kyc/users/tax-certification',
    role: 'ROLE_USER',
    summary: 'Extension: certify the own tax residence, as a new version; a repeated call changes nothing',
    allowance: 'kyc-fields',
    body: z.object({
      /** Version that the person saw, 0 for none: after another change, the call writes nothing. */
      from: z.int().min(0),
      residences: z.array(TaxResidence).min(1).max(TAX_RESIDENCES_MAX),
      statementVersion: z.int(),
      /** The statement was accepted. */
      accepted: z.literal(true),
    }),
    response: TaxCertification,
    errors: [
      'request.invalid',
      'request.text_unseen',
      'kyc.tax_locked',
      'kyc.tax_changed',
      'kyc.tax_statement_changed',
      'kyc.country_unknown',
      'kyc.tax_country_twice',
      'kyc.tin_missing',
      'kyc.tin_invalid',
    ],
  }),
}

export const officerTaxCertifications = {
  personTaxCertifications: endpoint({
    ...personRead,
    path: '/kyc/administrative/users/tax-certifications',
    summary: 'Extension: certifications of tax residence of a person, newest first; the first one applies',
    response: z.object({ certifications: z.array(TaxCertification) }),
    errors: PERSON_READ_REFUSED,
  }),
}
