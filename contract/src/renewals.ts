/**
 * Renewal of a verified person's data: requested by an officer, or automatically when the data are too old or an identity document has
 * expired. Until the new data are accepted, level and limits stay as they are. Extension of the specification.
 */
import * as z from 'zod'
import { PERSON_READ_REFUSED, personRead } from './compliance-person.ts'
import { endpoint } from './endpoint.ts'
import { FORMS } from './kyc-forms.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'
import { RENEWAL_REASONS } from './renewal-reasons.ts'

/** A form, or the survey about expected volumes. */
export const RENEWAL_SUBJECTS = [...FORMS, 'survey'] as const
export const RenewalSubject = z.enum(RENEWAL_SUBJECTS)
export type RenewalSubject = z.infer<typeof RenewalSubject>

/** `dropped`: the level was lowered meanwhile, so the form is verified anew. */
export const RENEWAL_STATES = ['open', 'done', 'dropped'] as const

export const PersonRenewal = z.object({
  id: z.uuid(),
  subject: RenewalSubject,
  state: z.enum(RENEWAL_STATES),
  why: z.enum(RENEWAL_REASONS),
  /** For officers. Null for an automatic request. */
  reason: z.string().nullable(),
  officer: z.string().nullable().meta({ description: 'Mailbox of the officer' }),
  requestedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  isOverdue: z.boolean(),
  closedAt: z.iso.datetime().nullable(),
})
export type PersonRenewal = z.infer<typeof PersonRenewal>

export const renewals = {
  personRenewals: endpoint({
    ...personRead,
    path: '/kyc/administrative/users/renewals',
    summary: 'Extension: renewal requests of a person, newest first, and subjects that can be requested now',
    response: z.object({ renewals: z.array(PersonRenewal), askable: z.array(RenewalSubject) }),
    errors: PERSON_READ_REFUSED,
  }),
  requestRenewal: endpoint({
    method: 'POST',
    path: '/kyc/administrative/users/renewals',
    role: 'ROLE_ADMIN',
    permission: 'kyc.review',
    audit: 'kyc.renewal_requested',
    summary:
      'Extension: request chosen forms again from a verified person, with a reason for officers; the person is notified of subjects and due date',
    allowance: 'kyc-person',
    reason: true,
    body: z.object({
      userId: z.string().max(64),
      subjects: z.array(RenewalSubject).min(1).max(RENEWAL_SUBJECTS.length),
      reason: OfficerReason,
    }),
    response: z.object({ requested: z.array(RenewalSubject), dueAt: z.iso.datetime() }),
    errors: [...PERSON_READ_REFUSED, 'request.invalid', ...REASON_REFUSED, 'compliance.account_closed', 'compliance.not_renewable'],
  }),
}
