/**
 * Case file of a person as one signed ZIP: summary, documents, decisions, alerts, hits, notes, timeline and audit trail, with the hash of
 * every file (docs/decisions/0031-signed-case-archives.md). An officer receives only the parts they may read elsewhere.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'

export const caseArchive = {
  exportCase: endpoint({
    method: 'POST',
    path: '/kyc/administrative/users/case-archive',
    role: 'ROLE_ADMIN',
    permission: 'cases.export',
    audit: 'reports.case_exported',
    summary:
      'Extension: everything about a person as one signed ZIP, which `npx tunjo verify case` verifies; recorded with its reason before it leaves',
    stepUp: { binds: ['body.userId', 'body.reason'] },
    allowance: 'case-archive',
    reason: true,
    body: z.object({ userId: z.string().max(64), reason: OfficerReason }),
    answer: 'zip',
    response: z.instanceof(Blob),
    errors: [
      'request.invalid',
      'request.not_found',
      'request.too_many',
      'compliance.own_account',
      'identity.step_up_required',
      'identity.step_up_invalid',
      ...REASON_REFUSED,
    ],
  }),
  caseArchiveKey: endpoint({
    method: 'GET',
    path: '/api/case-archives/key',
    role: 'PUBLIC',
    summary: 'Extension: the public key (Ed25519) that signs case archives, so that any holder can verify one',
    response: z.object({
      keyId: z.string().meta({ description: 'The first 16 hexadecimal digits of the SHA-256 of the key' }),
      publicKey: z.string().meta({ description: 'SPKI in base64url' }),
      pem: z.string(),
    }),
    errors: [],
  }),
}
