/**
 * Self-certification of tax residence (CARF): countries, tax identification numbers and the accepted statement. A changed one is a new
 * version, and the earlier ones remain. Controlling persons of companies are not asked for. Extension of the specification.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { plainLine } from './plain-text.ts'

/** Version of the statement in the phrases of the screens (`tax-residence`, `statements`); a changed text is a new version. */
export const TAX_STATEMENT_VERSION = 1

/** Reasons for a missing tax identification number (TIN), in the order of the OECD's model form. */
export const NO_TIN_REASONS = ['notIssued', 'notObtained', 'notRequired'] as const
export type NoTinReason = (typeof NO_TIN_REASONS)[number]

export const TAX_RESIDENCES_MAX = 8
export const TIN_LENGTH = { minimum: 2, maximum: 40 } as const

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
}
