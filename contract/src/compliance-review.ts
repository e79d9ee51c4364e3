/**
 * Review of one person: data that a reviewer needs next to the pictures, and the current reviewer (ADM-07, ADM-08). Extension of the
 * specification.
 */
import * as z from 'zod'
import { DeclineReason, DOCUMENT_STATES } from './compliance.ts'
import { PERSON_READ_REFUSED, personRead } from './compliance-person.ts'
import { KeptProofReading } from './compliance-proof.ts'
import { RiskLevel } from './compliance-risk.ts'
import { endpoint } from './endpoint.ts'
import { FileQuality } from './kyc-drafts.ts'
import { Form, Shareholder } from './kyc-forms.ts'

/** An officer's lease on a review, which shows other officers that it is being worked on. */
export const Lease = z.object({
  officerId: z.uuid(),
  officer: z.string().meta({ description: 'Mailbox of the officer' }),
  isMine: z.boolean(),
  takenAt: z.iso.datetime(),
  until: z.iso.datetime(),
})
export type Lease = z.infer<typeof Lease>

/** Assignee of the case until it is decided. It steers `next` and the filters of the queue; any reviewer may still open the case. */
export const Assignee = z.object({
  officerId: z.uuid(),
  officer: z.string().meta({ description: 'Mailbox of the officer' }),
  isMine: z.boolean(),
})
export type Assignee = z.infer<typeof Assignee>

export const CHECK_RESULTS = ['agree', 'differs', 'not_read'] as const
/** Declared data next to the data read; `source` is null where the product itself did the check. */
export const ReviewCheck = z.object({
  form: Form,
  name: z.enum([
    'documentType', 'documentNumber', 'fullName', 'birthDate', 'expiryDate', 'nit', 'certificateDate', 'shares',
    'proofName', 'proofAddress', 'proofCity', 'proofAge',
  ]), // biome-ignore format: one list
  declared: z.string(),
  read: z.string().nullable(),
  source: z.enum(['pdf417', 'mrz', 'officer']).nullable(),
  result: z.enum(CHECK_RESULTS),
})
export type ReviewCheck = z.infer<typeof ReviewCheck>

export const ReviewedItem = z.object({
  id: z.uuid(),
  form: Form,
  slot: z.string(),
  name: z.string(),
  kind: z.enum(['image', 'pdf', 'fields']),
  /** Signed link, valid for 60 seconds in this officer's session; opening it is recorded. Null for fields. */
  fileUrl: z.string().nullable(),
  quality: FileQuality.nullable(),
  state: z.enum(DOCUMENT_STATES),
  /** Text sent to the person. */
  description: z.string().nullable(),
  sentAt: z.iso.datetime().nullable(),
})
export type ReviewedItem = z.infer<typeof ReviewedItem>

export const PersonReview = z.object({
  lease: Lease.nullable(),
  assignee: Assignee.nullable(),
  items: z.array(ReviewedItem),
  /** Fields of each submitted form, with the names of its lists. */
  fields: z.array(z.object({ form: Form, name: z.string(), value: z.string() })),
  shareholders: z.array(Shareholder),
  checks: z.array(ReviewCheck),
  /** Declared residence and name: compared with the proof of residence. */
  residence: z.object({ fullName: z.string(), homeAddress: z.string(), cityID: z.int().nullable(), city: z.string() }).nullable(),
  /** Last reading of the current proof of residence. */
  proof: KeptProofReading.nullable(),
  /** The same document number, or the same file to the byte, in another account. */
  duplicates: z.array(
    z.object({
      kind: z.enum(['document', 'file']),
      slot: z.string().nullable(),
      userId: z.uuid(),
      email: z.string(),
      /** The closed account may belong to this person: the level may be granted, and that account stays closed. */
      isClosed: z.boolean(),
      risk: RiskLevel,
    }),
  ),
  /** Newest first. The note is for officers only. */
  decisions: z.array(
    z.object({
      at: z.iso.datetime(),
      officer: z.string(),
      outcome: z.enum(['accepted', 'declined']),
      slots: z.array(z.string()),
      reasonCodes: z.array(DeclineReason),
      note: z.string(),
    }),
  ),
})
export type PersonReview = z.infer<typeof PersonReview>

const userBody = z.object({ userId: z.uuid() })
const assigned = z.object({ assignee: Assignee.nullable() })

export const complianceReview = {
  personReview: endpoint({
    ...personRead,
    path: '/kyc/administrative/users/review',
    summary: 'Extension: all data of a review next to the pictures',
    response: PersonReview,
    errors: PERSON_READ_REFUSED,
  }),
  takeReview: endpoint({
    method: 'POST',
    path: '/kyc/administrative/users/review/take',
    role: 'ROLE_ADMIN',
    permission: 'kyc.review',
    audit: 'kyc.review_taken',
    summary: 'Extension: take the lease of a review for 15 minutes, or see who has it. A repeat renews it',
    allowance: 'kyc-person',
    body: userBody,
    response: Lease,
    errors: ['request.invalid', 'request.not_found', 'compliance.own_account', 'request.too_many'],
  }),
  releaseReview: endpoint({
    method: 'POST',
    path: '/kyc/administrative/users/review/release',
    role: 'ROLE_ADMIN',
    permission: 'kyc.review',
    audit: 'kyc.review_released',
    summary: "Extension: release the lease of a review; no effect on another officer's",
    body: userBody,
    response: z.object({ released: z.boolean() }),
    errors: ['request.invalid'],
  }),
  assignReview: endpoint({
    method: 'POST',
    path: '/kyc/administrative/users/review/assign',
    role: 'ROLE_ADMIN',
    permission: 'reviews.assign',
    audit: 'kyc.review_assigned',
    summary: 'Extension: assign the case of a waiting person to an officer who may review, or unassign it; the officer is notified',
    allowance: 'kyc-people',
    body: z
      .object({
        userId: z.uuid(),
        officerId: z.uuid().nullable(),
        /** Assignee when the caller read the case: with another current assignee, the call changes nothing. */
        from: z.uuid().nullable(),
      })
      .refine(({ officerId, from }) => officerId !== from, 'officerId and from are the same'),
    response: assigned,
    errors: [
      'request.invalid',
      'request.not_found',
      'request.too_many',
      'compliance.own_account',
      'compliance.nothing_waits',
      'compliance.not_reviewer',
      'compliance.assigned_meanwhile',
      'compliance.out_of_office',
    ],
  }),
  claimReview: endpoint({
    method: 'POST',
    path: '/kyc/administrative/users/review/claim',
    role: 'ROLE_ADMIN',
    permission: 'kyc.review',
    audit: 'kyc.review_assigned',
    summary: "Extension: take an unassigned case, or release one's own; idempotent",
    allowance: 'kyc-people',
    body: z.object({ userId: z.uuid(), isMine: z.boolean() }),
    response: assigned,
    errors: [
      'request.invalid',
      'request.not_found',
      'request.too_many',
      'compliance.own_account',
      'compliance.nothing_waits',
      'compliance.assigned_meanwhile',
      'compliance.out_of_office',
    ],
  }),
  nextReview: endpoint({
    method: 'POST',
    path: '/kyc/administrative/users/review/next',
    role: 'ROLE_ADMIN',
    permission: 'kyc.review',
    audit: 'kyc.review_taken',
    summary:
      'Extension: release the current review and take the next: the caller’s own cases first, then unassigned ones, then overdue ones of others, each by the longest wait; null when there is none',
    allowance: 'kyc-people',
    body: z.object({ after: z.uuid().nullable() }),
    response: z.object({ userId: z.uuid().nullable() }),
    errors: ['request.invalid', 'request.too_many'],
  }),
}
