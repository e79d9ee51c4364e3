/** Certifications of tax residence of a person, for officers. Extension of the specification. */
import * as z from 'zod'
import { PERSON_READ_REFUSED, personRead } from './compliance-person.ts'
import { endpoint } from './endpoint.ts'
import { TaxCertification } from './tax-certifications.ts'

export const officerTaxCertifications = {
  personTaxCertifications: endpoint({
    ...personRead,
    path: '/kyc/administrative/users/tax-certifications',
    summary: 'Extension: certifications of tax residence of a person, newest first; the first one applies',
    response: z.object({ certifications: z.array(TaxCertification) }),
    errors: PERSON_READ_REFUSED,
  }),
}
