/**
 * Documents that officers add to a person (ADM-12, ADM-16): nature of operations in numbered reviews with a label, evidence about a
 * politically exposed person, and the case. Paths and fields follow the specification; additions are marked "Extension".
 */
import * as z from 'zod'
import { monthsAfter } from './bogota-day.ts'
import { endpoint } from './endpoint.ts'
import { FILES_REFUSED } from './kyc-drafts.ts'
import { OfficerReason } from './officer-reason.ts'
import { any, wholeNumber } from './report-choices.ts'

/** `nature` belongs to a review; the others have none. */
export const FOLDERS = ['nature', 'pep', 'case'] as const
export const Folder = z.enum(FOLDERS)
export type Folder = z.output<typeof Folder>
export const FILES_AT_ONCE = 10

/** Proposed term of a new review. */
export const REVIEW_BUSINESS_DAYS = 10
const REVIEW_MONTHS_MAX = 12
export const lastReviewDue = (today: string): string => monthsAfter(today, REVIEW_MONTHS_MAX)

const time = z.iso.datetime()
/** One document of one review; a review without documents is one row without them. */
export const NatureRow = z.object({
  reviewId: z.uuid(),
  reviewNumber: z.int(),
  /** Label from code list 9; null until one is chosen. */
  reviewLabel: z.int().nullable(),
  documentId: z.uuid().nullable(),
  documentName: z.string().nullable(),
  /** Signed link, valid for 60 seconds in this officer's session. */
  documentUrl: z.string().nullable(),
  documentCreationDate: time.nullable(),
  reviewDate: time.nullable(),
  /** Extension: last day for the decision; null for a review without one. */
  dueOn: z.iso.date().nullable(),
  /** True when that day has passed without a decision. */
  isOverdue: z.boolean(),
  /** Extension. */
  outcome: z.enum(['verified', 'declined']).nullable(),
  /** Sent by the customer with level 3; decided document by document. */
  isOfCustomer: z.boolean(),
})
export type NatureRow = z.output<typeof NatureRow>

export const CaseFile = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.int(),
  /** Hash of the content, so that a copy can be compared. */
  sha256: z.string(),
  fileUrl: z.string(),
  addedAt: time,
  addedBy: z.string(),
})
export type CaseFile = z.output<typeof CaseFile>

const userId = z.string().max(64)
/** -1 or empty: any. */
const chosen = z.union([any, wholeNumber({ minimum: 0, maximum: 1_000_000 })]).default(-1)
const REFUSED = ['request.invalid', 'request.not_found', 'request.too_many', 'compliance.own_account'] as const
const NATURE = '/kyc/administrative/users/user-documents/nature-operations'
const officer = { method: 'POST', role: 'ROLE_ADMIN' } as const

export const complianceFiles = {
  natureReport: endpoint({
    ...officer,
    permission: 'kyc.read',
    audit: 'kyc.person_viewed',
    path: `${NATURE}/report`,
    summary: 'Documents of the nature of operations, by review and label, newest review first; each read is recorded',
    allowance: 'kyc-person',
    body: z.object({ userId, reviewNumber: chosen, reviewLabel: chosen }),
    response: z.array(NatureRow),
    errors: REFUSED,
  }),
  setNatureLabel: endpoint({
    ...officer,
    permission: 'kyc.review',
    audit: 'compliance.nature_labelled',
    path: `${NATURE}/set-label`,
    summary: 'Label of a review, of code list 9; the review must be of that person',
    allowance: 'kyc-person',
    body: z.object({ userId, reviewId: z.uuid(), reviewLabel: z.int() }),
    response: z.object({ reviewId: z.uuid(), reviewLabel: z.int() }),
    errors: [...REFUSED, 'compliance.label_unknown'],
  }),
  createNatureReview: endpoint({
    ...officer,
    permission: 'kyc.review',
    audit: 'compliance.nature_review_created',
    path: `${NATURE}/reviews`,
    summary: 'Extension: create the next review of the nature of operations, with its number, its label and its due date',
    allowance: 'kyc-person',
    body: z.object({ userId, reviewLabel: z.int(), dueOn: z.iso.date() }),
    response: z.object({ reviewId: z.uuid(), reviewNumber: z.int() }),
    errors: [...REFUSED, 'compliance.label_unknown', 'compliance.review_due', 'compliance.review_open'],
  }),
  decideNatureReview: endpoint({
    ...officer,
    permission: 'kyc.review',
    audit: 'compliance.nature_review_decided',
    path: `${NATURE}/decide`,
    summary: 'Extension: verify or decline a review that an officer created, once, with the reason; reviewer and time are recorded',
    stepUp: { binds: ['body.userId', 'body.reviewId', 'body.outcome', 'body.reason'] },
    allowance: 'kyc-person',
    reason: true,
    body: z.object({
      userId,
      reviewId: z.uuid(),
      outcome: z.enum(['verified', 'declined']),
      reason: OfficerReason,
    }),
    response: z.object({ reviewId: z.uuid(), reviewDate: time }),
    errors: [
      ...REFUSED,
      'request.text_unseen',
      'request.reason_invalid',
      'request.reason_too_long',
      'compliance.review_decided',
      'compliance.review_empty',
      'identity.step_up_required',
      'identity.step_up_invalid',
    ],
  }),
  caseFiles: endpoint({
    ...officer,
    method: 'GET',
    permission: 'kyc.read',
    audit: 'kyc.person_viewed',
    path: '/kyc/administrative/users/case-files',
    summary: 'Extension: the documents of a folder of a person, newest first; each read is recorded',
    allowance: 'kyc-person',
    query: z.object({ userId, folder: Folder }),
    response: z.array(CaseFile),
    errors: REFUSED,
  }),
  addCaseFiles: endpoint({
    ...officer,
    permission: 'cases.write',
    audit: 'compliance.file_added',
    path: '/kyc/administrative/users/case-files',
    summary:
      'Extension: add PDFs to a folder of a person, all or none; they are inspected like those of customers and never change afterwards',
    allowance: 'kyc-person',
    upload: { fields: { files: { kinds: ['pdf'], maximum: FILES_AT_ONCE } } },
    body: z.object({ userId, folder: Folder, reviewId: z.uuid().nullable().default(null) }),
    response: z.object({ added: z.int() }),
    errors: [...REFUSED, 'compliance.review_decided', ...FILES_REFUSED],
  }),
}
