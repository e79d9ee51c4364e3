/** Certification of the own tax residence. Apart from the answer that screens read, so that these load no more than that. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { TAX_RESIDENCES_MAX, TaxCertification, TaxResidence } from './tax-certifications.ts'

export const taxCertify = {
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
