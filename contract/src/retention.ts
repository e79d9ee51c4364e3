/** Retention period of a customer's documents after the end of the relation, and legal holds that extend it. */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'

export const LegalHold = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  /** Order or investigation behind the hold. */
  reason: z.string(),
  placedAt: z.iso.datetime(),
  liftedAt: z.iso.datetime().nullable(),
})
export type LegalHold = z.output<typeof LegalHold>
const accountId = z.string().max(64)
const DECISION_REFUSED = [
  'request.invalid',
  'request.not_found',
  'identity.step_up_required',
  'identity.step_up_invalid',
  'access.permission_missing',
  ...REASON_REFUSED,
] as const

export const retention = {
  show: endpoint({
    method: 'GET',
    path: '/api/account/retention',
    role: 'SIGNED_IN',
    summary: 'For how many years after the account is closed its documents are kept; then they are destroyed',
    response: z.object({ years: z.int() }),
    errors: [],
  }),
  legalHolds: endpoint({
    method: 'GET',
    path: '/api/administrative/legal-holds',
    role: 'ROLE_ADMIN',
    permission: 'legal_holds.manage',
    summary: 'Legal holds, those in force first, then newest first',
    query: z.object({ accountId: accountId.optional() }).extend(PageQuery.shape),
    response: z.object({ results: z.array(LegalHold), total: z.int(), pagesNumber: z.int() }),
    errors: ['request.invalid'],
  }),
  placeLegalHold: endpoint({
    method: 'POST',
    path: '/api/administrative/legal-holds',
    role: 'ROLE_ADMIN',
    permission: 'legal_holds.manage',
    audit: 'retention.legal_hold_placed',
    summary: 'Keep the documents of a person whatever their age, from now on: an order of a judge, an investigation',
    stepUp: { binds: ['body.accountId', 'body.reason'] },
    reason: true,
    body: z.object({ accountId, reason: OfficerReason }),
    response: LegalHold,
    errors: [...DECISION_REFUSED, 'approvals.person_concerned', 'retention.already_destroyed'],
  }),
  liftLegalHold: endpoint({
    method: 'POST',
    path: '/api/administrative/legal-holds/:id/lift',
    role: 'ROLE_ADMIN',
    permission: 'legal_holds.manage',
    audit: 'retention.legal_hold_lifted',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'End a legal hold: the documents are deleted when their retention has expired. Always waits for a second officer',
    stepUp: { binds: ['params.id', 'body.reason'] },
    reason: true,
    params: z.object({ id: z.string().max(64) }),
    body: z.object({ reason: OfficerReason }),
    response: LegalHold,
    errors: [...DECISION_REFUSED, 'approvals.person_concerned', 'approvals.already_waiting', 'retention.hold_lifted'],
  }),
}
