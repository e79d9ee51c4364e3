/**
 * Certificate of a calendar year of Bogotá, issued to the customer or, on request, by an officer. Extension of the specification. Part of
 * the module `movements`.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'

const year = z.string().regex(/^20\d\d$/)
const CERTIFICATE_REFUSED = ['movements.no_certificate', 'movements.certificate_mismatch', 'request.too_many', 'request.invalid'] as const
const certificate = { role: 'ROLE_USER', params: z.object({ year }), errors: CERTIFICATE_REFUSED } as const

export const certificates = {
  years: endpoint({
    method: 'GET',
    path: '/api/certificates',
    role: 'ROLE_USER',
    summary: 'Years of which the caller has a certificate, newest first; the present one is partial, until the moment it is asked for',
    response: z.object({ years: z.array(z.object({ year, isPartial: z.boolean() })) }),
    errors: [],
  }),
  pdf: endpoint({
    ...certificate,
    method: 'GET',
    path: '/api/certificates/:year/pdf',
    summary: 'Certificate of a calendar year of Bogotá: balances, acquisitions, disposals, deposits, withdrawals and fees of each asset',
    allowance: 'movements-file',
    answer: 'pdf',
    response: z.instanceof(Uint8Array),
  }),
  csv: endpoint({
    ...certificate,
    method: 'GET',
    path: '/api/certificates/:year/csv',
    summary: 'The same figures as CSV (semicolons, decimal comma), with the code to check it in its last row',
    allowance: 'movements-file',
    answer: 'csv',
    response: z.string(),
  }),
  ofPerson: endpoint({
    method: 'POST',
    path: '/kyc/administrative/users/certificate',
    role: 'ROLE_ADMIN',
    permission: 'cases.export',
    audit: 'movements.certificate_given',
    summary:
      "Certificate of a year, issued by an officer at the customer's request, with a reason; the same document that the customer can download",
    stepUp: { binds: ['body.userId', 'body.year', 'body.reason'] },
    allowance: 'movements-file',
    reason: true,
    body: z.object({ userId: z.string().max(64), year, reason: OfficerReason }),
    answer: 'pdf',
    response: z.instanceof(Uint8Array),
    errors: [
      'compliance.own_account',
      'request.not_found',
      'identity.step_up_required',
      'identity.step_up_invalid',
      ...REASON_REFUSED,
      ...CERTIFICATE_REFUSED,
    ],
  }),
}
