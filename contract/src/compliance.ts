/** Verification actions of officers (API-01), used by the back-office screens. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { OfficerReason, REASON_LENGTH, REASON_REFUSED } from './officer-reason.ts'
import { plainLines } from './plain-text.ts'

export const DOCUMENT_STATES = ['No entregado', 'Pendiente', 'Aceptado', 'Declinado'] as const

/** Decline reasons as officers see them; the person reads the description. */
export const DECLINE_REASONS = [
  'illegible',
  'incomplete',
  'expired',
  'mismatch',
  'altered',
  'wrong_document',
  'not_theirs',
  'other',
] as const
export const DeclineReason = z.enum(DECLINE_REASONS)
export type DeclineReason = z.infer<typeof DeclineReason>

/** Positions of ADM-07: 0 to 2 the document's front, back and selfie, 3 the screening report, 4 the proof of residence; then all others. */
export const UserDocument = z.object({
  id: z.string().nullable(),
  documentName: z.string(),
  /** Signed link, valid for 60 seconds in this officer's session. Null for a slot without a file. */
  fileUrl: z.string().nullable(),
  slot: z.string(),
  state: z.enum(DOCUMENT_STATES),
  /** The reviewer's text. */
  description: z.string().nullable(),
})

const userQuery = z.object({ userId: z.string().max(64) })
const DECISION_REFUSED = [
  'request.invalid',
  'request.not_found',
  'compliance.not_pending',
  'compliance.account_closed',
  'compliance.own_account',
  'compliance.taken',
  'identity.step_up_required',
  'identity.step_up_invalid',
] as const

export const compliance = {
  userDocuments: endpoint({
    method: 'GET',
    path: '/kyc/administrative/users/user-documents',
    role: 'ROLE_ADMIN',
    permission: 'kyc.read',
    audit: 'kyc.documents_viewed',
    summary:
      'Documents of a person by position: always the five of the specification first, null where there is none; each view is recorded',
    allowance: 'kyc-person',
    query: userQuery,
    response: z.array(UserDocument),
    errors: ['request.not_found', 'request.too_many'],
  }),
  acceptDocuments: endpoint({
    method: 'POST',
    path: '/kyc/administrative/user-documents/accept',
    role: 'ROLE_ADMIN',
    permission: 'kyc.review',
    audit: 'kyc.documents_accepted',
    summary: 'Accept pending documents, all of one person',
    stepUp: { binds: ['body.idUserDocument'] },
    body: z.object({ idUserDocument: z.array(z.uuid()).min(1).max(60) }),
    response: z.object({ accepted: z.int() }),
    // From a renewal, which is copied into the dossier when all of it is accepted.
    errors: [...DECISION_REFUSED, 'kyc.document_taken', 'compliance.representatives_missing'],
  }),
  declineDocuments: endpoint({
    method: 'POST',
    path: '/kyc/administrative/user-documents/decline',
    role: 'ROLE_ADMIN',
    permission: 'kyc.review',
    audit: 'kyc.documents_declined',
    summary: 'Decline pending documents, all of one person; the person reads the description and sends only these again',
    stepUp: { binds: ['body.idUserDocument', 'body.description', 'body.reasonCodes', 'body.note'] },
    reason: 'description',
    body: z.object({
      idUserDocument: z.array(z.uuid()).min(1).max(60),
      /** Shown to the person. */
      description: OfficerReason,
      reasonCodes: z.array(DeclineReason).max(DECLINE_REASONS.length).default([]),
      /** For officers only. */
      note: plainLines({ minimum: 0, maximum: REASON_LENGTH.maximum }).default(''),
    }),
    response: z.object({ declined: z.int() }),
    errors: [...DECISION_REFUSED, ...REASON_REFUSED, 'request.tipping_off'],
  }),
  changeLevel: endpoint({
    method: 'PUT',
    path: '/kyc/administrative/users/kyc-level',
    role: 'ROLE_ADMIN',
    permission: 'kyc.level',
    audit: 'kyc.level_changed',
    approval: 'four-eyes',
    idempotent: true,
    summary:
      'The level a person works on: one more than the level whose evidence was accepted, or lower; with a reason. Level 3 and a lower level wait for a second officer: 202',
    stepUp: { binds: ['body.userId', 'body.newKYCLevel', 'body.reason', 'body.withoutCheck'] },
    body: z.object({
      newKYCLevel: z.int().min(1).max(4),
      userId: z.string().max(64),
      reason: OfficerReason,
      withoutCheck: z.boolean().optional().meta({
        description:
          'Extension: the officer knows that the background check has no complete answer, and gives the reason for granting a level before it',
      }),
    }),
    response: z.object({ currentLevel: z.int(), isVerified: z.boolean() }),
    errors: [
      'request.invalid',
      'request.not_found',
      'compliance.own_account',
      'compliance.taken',
      'identity.step_up_required',
      'identity.step_up_invalid',
      'compliance.reason_missing',
      ...REASON_REFUSED,
      'compliance.account_closed',
      'compliance.same_level',
      'compliance.level_not_earned',
      'compliance.check_unanswered',
      'compliance.representatives_missing',
      'kyc.document_taken',
      'approvals.already_waiting',
    ],
  }),
}
