/**
 * Enhanced due diligence (EDD, debida diligencia intensificada) on a politically exposed person or a high-risk customer: the findings that
 * Decreto 830 de 2021 and SAGRILAFT require, approved by a second officer. Extension of the specification. The person cannot read it, and
 * neither can an officer who is its subject.
 */
import * as z from 'zod'
import { monthsAfter } from './bogota-day.ts'
import { FOLDERS } from './compliance-files.ts'
import { PERSON_READ_REFUSED, personRead } from './compliance-person.ts'
import { endpoint } from './endpoint.ts'
import { parseUnits } from './money.ts'
import { plainLine, plainLines } from './plain-text.ts'

export const DILIGENCE_CAUSES = ['pep_own', 'pep_relative', 'pep_associate', 'high_risk'] as const
export const DiligenceCause = z.enum(DILIGENCE_CAUSES)
export type DiligenceCause = z.output<typeof DiligenceCause>
export const isPepCause = (cause: string | null): boolean => cause?.startsWith('pep_') ?? false

export const DILIGENCE_CONCLUSIONS = ['continue', 'conditions', 'end'] as const
export const DiligenceConclusion = z.enum(DILIGENCE_CONCLUSIONS)
export type DiligenceConclusion = z.output<typeof DiligenceConclusion>

/** `returned`: its request was refused, withdrawn or expired, and it may be corrected. */
export const DILIGENCE_STATES = ['draft', 'proposed', 'returned', 'approved'] as const
const DiligenceState = z.enum(DILIGENCE_STATES)
export type DiligenceState = z.output<typeof DiligenceState>
export const isDiligenceEditable = (state: DiligenceState): boolean => state === 'draft' || state === 'returned'

/** Length of a text before the record is submitted; a draft may be shorter. */
export const DILIGENCE_TEXT = { minimum: 20, maximum: 4_000 } as const
export const DILIGENCE_LINE_MAX = 200
export const DILIGENCE_CHECKED_MAX = 50
/** The next review is after today and at most this many months later. */
export const DILIGENCE_MONTHS_MAX = 12

const text = plainLines({ minimum: 0, maximum: DILIGENCE_TEXT.maximum })
const line = plainLine({ minimum: 0, maximum: DILIGENCE_LINE_MAX })
const time = z.iso.datetime()
const day = z.iso.date()

export const DiligenceContent = z.object({
  cause: DiligenceCause.nullable(),
  /** Public office of the exposed person: the subject, or a relative or associate. Empty for a high-risk customer. */
  office: line,
  entity: line,
  /** The last day in office; null: still in office. */
  officeUntil: day.nullable(),
  fundsOrigin: text,
  wealthOrigin: text,
  /** Expected monthly volume: decimal text in COP, empty until stated. */
  monthlyCop: z.string().regex(/^(\d{1,15}(\.\d{1,2})?)?$/),
  /** Documents of the person's folders that support the record. */
  files: z.array(z.uuid()).max(DILIGENCE_CHECKED_MAX),
  /** Reviews of the nature of operations that support the record. */
  reviews: z.array(z.uuid()).max(DILIGENCE_CHECKED_MAX),
  conclusion: DiligenceConclusion.nullable(),
  /** Reasons of the conclusion; with conditions, the conditions. */
  reasons: text,
  nextReviewOn: day.nullable(),
})
export type DiligenceContent = z.output<typeof DiligenceContent>

export const DILIGENCE_GAPS = [
  'cause', 'office', 'entity', 'fundsOrigin', 'wealthOrigin', 'monthlyCop', 'checked', 'conclusion', 'reasons', 'nextReviewOn',
] as const // biome-ignore format: one list
export type DiligenceGap = (typeof DILIGENCE_GAPS)[number]

/** The latest possible day of the next review. */
export const lastReviewDay = (today: string): string => monthsAfter(today, DILIGENCE_MONTHS_MAX)

/** Missing content before submission, in the order of the form. The page and the server share this rule. */
export function diligenceGaps(content: DiligenceContent, today: string): DiligenceGap[] {
  const { cause, office, entity, fundsOrigin, wealthOrigin, monthlyCop, files, reviews, conclusion, reasons, nextReviewOn } = content
  const isShort = (written: string): boolean => [...written.trim()].length < DILIGENCE_TEXT.minimum
  const isPep = isPepCause(cause)
  const wanting: Readonly<Record<DiligenceGap, boolean>> = {
    cause: cause === null,
    office: isPep && office.trim() === '',
    entity: isPep && entity.trim() === '',
    fundsOrigin: isShort(fundsOrigin),
    wealthOrigin: isShort(wealthOrigin),
    monthlyCop: (parseUnits(monthlyCop, 2) ?? 0n) <= 0n,
    checked: files.length + reviews.length === 0,
    conclusion: conclusion === null,
    reasons: isShort(reasons),
    nextReviewOn: nextReviewOn === null || nextReviewOn <= today || nextReviewOn > lastReviewDay(today),
  }
  return DILIGENCE_GAPS.filter((gap) => wanting[gap])
}

export const DiligenceRecord = z.object({
  id: z.uuid(),
  /** Number within this person, from 1. */
  number: z.int(),
  state: DiligenceState,
  /** Incremented by each save. */
  version: z.int(),
  /** Null when the person's key was destroyed. */
  content: DiligenceContent.nullable(),
  createdAt: time,
  writtenBy: z.string().meta({ description: 'E-mail of the officer who saved it last' }),
  writtenAt: time,
  /** Set while a second officer has to decide. */
  waiting: z.object({ by: z.string(), until: time }).nullable(),
  /** Why it was returned, for a record that may be corrected. */
  returned: z.object({ at: time, note: z.string().nullable() }).nullable(),
  approval: z.object({ at: time, by: z.string(), second: z.string(), nextReviewOn: day }).nullable(),
})
export type DiligenceRecord = z.output<typeof DiligenceRecord>

export const DiligenceDocument = z.object({ id: z.uuid(), name: z.string(), folder: z.enum(FOLDERS), addedAt: time })
export const DiligenceReview = z.object({
  id: z.uuid(),
  number: z.int(),
  outcome: z.enum(['verified', 'declined']).nullable(),
  createdAt: time,
})

export const PersonDiligence = z.object({
  /** Today in Bogotá, by the server. */
  today: day,
  /** The law or the risk requires a record: PEP, high risk, or an open alert that waits for one. */
  isRequired: z.boolean(),
  /** The approved record permits the permission to transact. A person who is certainly no PEP needs none for that. */
  allowsTransactions: z.boolean(),
  /**
   * False: the stored content differs from what two officers approved. No record applies, a new one included, until it is corrected
   * (docs/operations.md).
   */
  isProved: z.boolean(),
  /** The approved record in force today. */
  inForce: z.object({ id: z.uuid(), until: day }).nullable(),
  /** Open alerts that wait for a record, and whether the approved one ends them. */
  waitingAlerts: z.array(z.object({ kind: z.int(), foundAt: time.meta({ description: 'Last finding' }), isEndable: z.boolean() })),
  /** Proposal for a new record, from the configuration. */
  proposedReviewOn: day,
  /** Newest first. */
  records: z.array(DiligenceRecord),
  /** Documents that may support a record, newest first. */
  documents: z.array(DiligenceDocument),
  papers: z.array(DiligenceDocument).meta({ deprecated: true, description: 'Earlier name of `documents`, for one more release' }),
  reviews: z.array(DiligenceReview),
})
export type PersonDiligence = z.output<typeof PersonDiligence>

const PATH = '/kyc/administrative/users/due-diligence'
const userId = z.string().max(64)
const version = z.int().min(1)
const CHANGE_REFUSED = [
  'request.invalid', 'request.not_found', 'request.too_many', 'compliance.own_account', 'compliance.edd_changed', 'compliance.edd_locked',
  'compliance.edd_reference_unknown',
] as const // biome-ignore format: one list

export const dueDiligence = {
  personDiligence: endpoint({
    ...personRead,
    permission: 'cases.read',
    path: PATH,
    summary:
      'Extension: the enhanced due diligence on a person, every record newest first, and supporting documents for the next one. Each read is recorded',
    response: PersonDiligence,
    errors: PERSON_READ_REFUSED,
  }),
  saveDiligence: endpoint({
    method: 'PUT',
    path: PATH,
    role: 'ROLE_ADMIN',
    permission: 'cases.write',
    audit: 'compliance.edd_saved',
    summary:
      "Extension: save a draft of enhanced due diligence over the version that was read; `saved` is null for the first. One is open for each person. 409 after another officer's save",
    allowance: 'kyc-person',
    body: z.object({ userId, saved: z.object({ id: z.uuid(), version }).nullable(), content: DiligenceContent }),
    response: z.object({ id: z.uuid(), version: z.int() }),
    errors: [...CHANGE_REFUSED, 'request.text_unseen'],
  }),
  proposeDiligence: endpoint({
    method: 'POST',
    path: `${PATH}/propose`,
    role: 'ROLE_ADMIN',
    permission: 'risk.set',
    audit: 'compliance.edd_approved',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Extension: propose a record of enhanced due diligence to a second officer. Always waits: 202',
    stepUp: { binds: ['body.userId', 'body.id', 'body.version'] },
    allowance: 'kyc-person',
    body: z.object({ userId, id: z.uuid(), version }),
    response: z.object({ id: z.uuid() }),
    errors: [
      ...CHANGE_REFUSED,
      'compliance.edd_incomplete',
      'compliance.edd_unreadable',
      'access.permission_missing',
      'approvals.person_concerned',
      'approvals.already_waiting',
      'identity.step_up_required',
      'identity.step_up_invalid',
    ],
  }),
}
