/**
 * What an officer reads of one person, and who is at whose review (ADM-04 … ADM-08, ADM-11). Paths and fields as the
 * specification lists them; what it does not list is marked "ours". Every read of a person stands in the audit trail.
 */
import * as z from 'zod'
import { DeclineReason, DOCUMENT_STATES } from './compliance.ts'
import { endpoint } from './endpoint.ts'
import { FileQuality } from './kyc-drafts.ts'
import { Form, Shareholder } from './kyc-forms.ts'
import { copAmount } from './money.ts'

export const PERSON_KINDS = ['Persona', 'Entidad'] as const

const level = z.int().min(0).max(3)

/** Ours: an officer's hold on a review, by which a second one sees that somebody is at it. */
export const Lease = z.object({
  officerId: z.uuid(),
  officer: z.string().meta({ description: 'Mailbox of the officer' }),
  isMine: z.boolean(),
  takenAt: z.iso.datetime(),
  until: z.iso.datetime(),
})
export type Lease = z.infer<typeof Lease>

export const UserInformation = z.object({
  userId: z.uuid(),
  fullName: z.string().nullable(),
  kycLevel: level,
  active: z.boolean(),
  email: z.string(),
  typeDocument: z.string().nullable(),
  typeUser: z.enum(PERSON_KINDS),
  country: z.string().nullable(),
  birthDate: z.string().nullable(),
  /** Something was sent that nobody has decided about, or the alert Novedades is open. */
  novelty: z.boolean(),
  /** Ours. */
  isVerified: z.boolean(),
  verifiedLevel: level,
  lastModification: z.iso.datetime(),
})
export type UserInformation = z.infer<typeof UserInformation>

/** COP a month or a year; null = or more. */
const band = z.object({ maximum: copAmount.nullable(), minimum: copAmount }).nullable()
export const StepsToFollow = z.object({
  Level1: z
    .object({
      identification: z.object({ Document: z.string(), Number: z.string() }),
      pep: z.boolean().nullable(),
      profile_data: z.object({ email: z.string(), id: z.uuid(), type: z.enum(PERSON_KINDS) }),
      questions: z.object({ responseA: band, responseB: band }),
      /** Null until a screening provider answers. */
      screening: z.object({ Antecedentes: z.string().nullable(), Listas: z.string().nullable() }),
    })
    .nullable(),
  Level2: z
    .object({
      address: z.object({ country: z.string(), home: z.string() }),
      financial_profile: z.object({ description_activity: z.string(), economic_activity: z.string(), occupation: z.string() }),
    })
    .nullable(),
  Level3: z.object({ nature_operations: z.int().meta({ description: 'Documents sent' }) }).nullable(),
})
export type StepsToFollow = z.infer<typeof StepsToFollow>

const fact = z.object({ result: z.string().nullable(), state: z.enum(DOCUMENT_STATES) })
export const MoreInformation = z.object({ Direction: fact, ID: fact, PEPS: fact, Antecedentes: fact, Lists: fact, Novelty: fact })
export type MoreInformation = z.infer<typeof MoreInformation>

/** What the specification answers while nothing was declared. */
export const NO_FINANCIAL_PROFILE = 'An error occurred'
export const FinancialProfile = z.object({ occupation: z.string(), economicActivity: z.string(), economicDescription: z.string() })
export type FinancialProfile = z.infer<typeof FinancialProfile>

export const NO_SCREENING_REPORT = 'Busqueda en progreso o no realizada'

export const CHECK_RESULTS = ['agree', 'differs', 'not_read'] as const
/** What was declared beside what was read; `source` is null where the product itself looked. */
export const ReviewCheck = z.object({
  form: Form,
  name: z.enum([
    'documentType', 'documentNumber', 'fullName', 'birthDate', 'expiryDate', 'nit', 'certificateDate', 'shares',
  ]), // biome-ignore format: one list
  declared: z.string(),
  read: z.string().nullable(),
  source: z.enum(['pdf417', 'mrz']).nullable(),
  result: z.enum(CHECK_RESULTS),
})
export type ReviewCheck = z.infer<typeof ReviewCheck>

export const ReviewedItem = z.object({
  id: z.uuid(),
  form: Form,
  slot: z.string(),
  name: z.string(),
  kind: z.enum(['image', 'pdf', 'fields']),
  /** Signed, for 60 seconds and this officer's session; opening it is recorded. Null for fields. */
  fileUrl: z.string().nullable(),
  quality: FileQuality.nullable(),
  state: z.enum(DOCUMENT_STATES),
  /** What the person was told. */
  description: z.string().nullable(),
  sentAt: z.iso.datetime().nullable(),
})
export type ReviewedItem = z.infer<typeof ReviewedItem>

export const PersonReview = z.object({
  lease: Lease.nullable(),
  items: z.array(ReviewedItem),
  /** The fields of each form as they were sent, in the words of its lists. */
  fields: z.array(z.object({ form: Form, name: z.string(), value: z.string() })),
  shareholders: z.array(Shareholder),
  checks: z.array(ReviewCheck),
  /** The same document number, or the same file to the byte, in another account. */
  twins: z.array(z.object({ kind: z.enum(['document', 'file']), slot: z.string().nullable(), userId: z.uuid(), email: z.string() })),
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

/** Ours: what the dialog of the level shows before anything is asked for (ADM-11). COP a month; null = no limit. */
export const LevelOptions = z.object({
  worksOn: z.int().min(0).max(4),
  verifiedLevel: level,
  monthlyMaximum: copAmount.nullable(),
  options: z.array(
    z.object({
      /** The level that counts as done; `newKYCLevel` is one more. */
      completed: z.int().min(0).max(3),
      newKYCLevel: z.int().min(1).max(4),
      state: z.enum(['offered', 'current', 'not_earned']),
      monthlyMaximum: copAmount.nullable(),
      needsSecondOfficer: z.boolean(),
    }),
  ),
})
export type LevelOptions = z.infer<typeof LevelOptions>

const userQuery = z.object({ userId: z.string().max(64) })
const userBody = z.object({ userId: z.uuid() })
const read = { method: 'GET', role: 'ROLE_ADMIN', permission: 'kyc.read', audit: 'kyc.person_viewed', query: userQuery } as const
const volume = { ...read, permission: 'payments.read' } as const
const NOT_FOUND = ['request.not_found', 'request.too_many'] as const

export const compliancePerson = {
  userInformation: endpoint({
    ...read,
    path: '/kyc/administrative/users/information',
    summary: 'The panel at the left of a person',
    response: UserInformation,
    errors: NOT_FOUND,
  }),
  stepsToFollow: endpoint({
    ...read,
    path: '/kyc/administrative/users/stepsToFollow',
    summary: 'Pasos a seguir: what was declared, by level; null for a level that was not sent',
    response: StepsToFollow,
    errors: NOT_FOUND,
  }),
  moreInformation: endpoint({
    ...read,
    path: '/kyc/administrative/users/more-information',
    summary: 'Result and state of each row of the summary table',
    response: MoreInformation,
    errors: NOT_FOUND,
  }),
  financialInformation: endpoint({
    ...read,
    path: '/kyc/administrative/natural/financial-information',
    summary: `What the person does for a living; the text "${NO_FINANCIAL_PROFILE}" while nothing was declared`,
    response: z.union([FinancialProfile, z.literal(NO_FINANCIAL_PROFILE)]),
    errors: NOT_FOUND,
  }),
  screeningReport: endpoint({
    ...read,
    path: '/kyc/administrative/users/user-documents/tusdatos',
    summary: 'Report of the screening provider; null with a sentence while there is none',
    response: z.object({ fileUrl: z.string().nullable(), description: z.literal(NO_SCREENING_REPORT).nullable() }),
    errors: NOT_FOUND,
  }),
  userDepositVolume: endpoint({
    ...volume,
    path: '/payment/volumes/administrative/user/deposit/volume',
    summary: 'Deposits of this month of a person and the maximum; null = no limit',
    response: z.object({ deposit: copAmount, maximum: copAmount.nullable() }),
    errors: NOT_FOUND,
  }),
  userWithdrawalVolume: endpoint({
    ...volume,
    path: '/payment/volumes/administrative/user/withdrawal/volume',
    summary: 'Withdrawals of this month of a person, as a negative number, and the maximum; null = no limit',
    response: z.object({ withdrawal: copAmount, maximum: copAmount.nullable() }),
    errors: NOT_FOUND,
  }),
  personReview: endpoint({
    ...read,
    path: '/kyc/administrative/users/review',
    summary: 'Ours: everything a reviewer needs beside the pictures',
    response: PersonReview,
    errors: NOT_FOUND,
  }),
  levelOptions: endpoint({
    ...read,
    path: '/kyc/administrative/users/kyc-level',
    summary: 'Ours: which levels may be chosen now, with what each does to the limits',
    response: LevelOptions,
    errors: NOT_FOUND,
  }),
  takeReview: endpoint({
    method: 'POST',
    path: '/kyc/administrative/users/review/take',
    role: 'ROLE_ADMIN',
    permission: 'kyc.review',
    audit: 'kyc.review_taken',
    summary: 'Ours: hold a review for 15 minutes, or hear who holds it. Asked for again, it is held for 15 more',
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
    summary: 'Ours: give a review back; nothing happens when it is not the caller’s',
    body: userBody,
    response: z.object({ released: z.boolean() }),
    errors: ['request.invalid'],
  }),
  nextReview: endpoint({
    method: 'POST',
    path: '/kyc/administrative/users/review/next',
    role: 'ROLE_ADMIN',
    permission: 'kyc.review',
    audit: 'kyc.review_taken',
    summary: 'Ours: gives back the review at hand and takes that of whoever has waited longest; null when nobody waits',
    body: z.object({ after: z.uuid().nullable() }),
    response: z.object({ userId: z.uuid().nullable() }),
    errors: ['request.invalid', 'request.too_many'],
  }),
}
