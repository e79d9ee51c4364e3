/**
 * Approvals (maker-checker, four eyes): one officer proposes, another decides, and an approved request is executed once. Part of the
 * platform: any module may add a kind. A call with `approval: 'four-eyes'` answers 202 with an `ApprovalWaiting` when its facts need a
 * second person.
 */
import * as z from 'zod'
import { approvalKind } from './approval-kinds.ts'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { REASON_LENGTH } from './officer-reason.ts'

export const APPROVAL_LIFE_HOURS = 48

/** `proposed` is open. `break_glass` was executed by one officer and waits for its review or has one. The other states are final. */
export const APPROVAL_STATES = ['proposed', 'executed', 'refused', 'withdrawn', 'expired', 'execution_failed', 'break_glass'] as const
const approvalState = z.enum(APPROVAL_STATES)
export type ApprovalState = z.output<typeof approvalState>
/** Final states that the maker did not cause. */
export type ApprovalOutcome = Exclude<ApprovalState, 'proposed' | 'withdrawn'>

export const APPROVAL_EVENTS = [
  'proposed',
  'approved',
  'executed',
  'execution_failed',
  'refused',
  'withdrawn',
  'expired',
  'break_glass',
  'reviewed',
  'review_overdue',
] as const
const approvalEvent = z.enum(APPROVAL_EVENTS)
export type ApprovalEvent = z.output<typeof approvalEvent>

export const REVIEW_VERDICTS = ['justified', 'not_justified'] as const
const verdict = z.enum(REVIEW_VERDICTS)
export type ReviewVerdict = z.output<typeof verdict>

export const ApprovalPerson = z.object({ id: z.uuid(), email: z.string() })
/** `before` is null for a new value. */
export const ApprovalChange = z.object({ label: z.string(), before: z.string().nullable(), after: z.string() })
export type ApprovalChange = z.output<typeof ApprovalChange>
export const ApprovalReview = z.object({
  dueAt: z.iso.datetime(),
  isOverdue: z.boolean(),
  reviewedAt: z.iso.datetime().nullable(),
  verdict: verdict.nullable(),
})

export const ApprovalRequest = z.object({
  id: z.uuid(),
  kind: approvalKind,
  /** In the requested language. */
  title: z.string(),
  /** Person concerned by the request. */
  subject: ApprovalPerson.nullable(),
  /** Changes as the maker saw them. */
  changes: z.array(ApprovalChange),
  state: approvalState,
  /** Reason given by the maker. */
  reason: z.string(),
  maker: ApprovalPerson,
  proposedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Officer who approved, refused, withdrew or used break-glass, with their note. */
  decidedBy: ApprovalPerson.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  note: z.string().nullable(),
  /** Error code that ended it: the facts had changed, or the execution was refused. */
  outcome: z.string().nullable(),
  /** Sentence of the error code, in the requested language. */
  outcomeText: z.string().nullable(),
  review: ApprovalReview.nullable(),
  /** True when officers' notes are stored with the object, for those who may read it; this answer then contains no note. */
  isConfidential: z.boolean(),
  /** Whether the caller may approve or refuse it now. The server checks again. */
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
  mayBreakGlass: z.boolean(),
  mayReview: z.boolean(),
})
export type ApprovalRequest = z.output<typeof ApprovalRequest>

const step = z.object({ event: approvalEvent, at: z.iso.datetime(), by: ApprovalPerson.nullable(), note: z.string().nullable() })

const flag = z.enum(['true', 'false']).optional()
export const ApprovalFilters = z.object({
  state: approvalState.optional(),
  kind: approvalKind.optional(),
  /** False: requests that wait for a decision or for the review of an emergency. */
  decided: flag,
  mine: flag.meta({ description: 'Only those the caller proposed' }),
  /** Executed by one officer, and not yet reviewed. */
  reviewPending: flag,
})

const id = z.object({ id: z.string().max(64) })
const Note = z.string().max(REASON_LENGTH.maximum * 2)
const decisionBody = z.object({ note: Note })
const STEP_UP_REFUSED = ['identity.step_up_required', 'identity.step_up_invalid', 'request.not_found', 'request.invalid'] as const
const DECISION_REFUSED = [
  ...STEP_UP_REFUSED,
  'access.permission_missing',
  'approvals.own_request',
  'approvals.same_session',
  'approvals.person_concerned',
  'approvals.not_waiting',
  'approvals.expired',
  'approvals.payload_changed',
] as const
const EXECUTION_REFUSED = ['approvals.facts_changed', 'approvals.execution_failed', 'approvals.maker_unauthorized'] as const
const NOTE_REFUSED = ['approvals.note_invalid', 'approvals.note_too_long'] as const
const BOUND = { binds: ['params.id', 'body.note'] } as const

export const approvals = {
  list: endpoint({
    method: 'GET',
    path: '/api/administrative/approvals',
    role: 'ROLE_ADMIN',
    permission: 'approvals.read',
    summary: 'Approval requests: what waits first, then newest first',
    query: ApprovalFilters.extend(PageQuery.shape),
    response: z.object({ results: z.array(ApprovalRequest), total: z.int(), pagesNumber: z.int() }),
    errors: ['request.invalid'],
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/administrative/approvals/:id',
    role: 'ROLE_ADMIN',
    permission: 'approvals.read',
    summary: 'One approval request with its history, oldest first',
    params: id,
    response: ApprovalRequest.extend({ history: z.array(step) }),
    errors: ['request.not_found'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/administrative/approvals/:id/approve',
    role: 'ROLE_ADMIN',
    permission: 'approvals.decide',
    audit: 'approvals.approved',
    summary: 'Approve and execute, all or nothing. The facts that the request rests on are looked at again',
    stepUp: BOUND,
    idempotent: true,
    params: id,
    body: z.object({ note: Note.default('') }),
    response: ApprovalRequest,
    errors: [...DECISION_REFUSED, ...EXECUTION_REFUSED, 'approvals.note_too_long'],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/api/administrative/approvals/:id/refuse',
    role: 'ROLE_ADMIN',
    permission: 'approvals.decide',
    audit: 'approvals.refused',
    summary: 'Refuse, with a note that goes back to the maker',
    stepUp: BOUND,
    idempotent: true,
    params: id,
    body: decisionBody,
    response: ApprovalRequest,
    errors: [...DECISION_REFUSED, ...NOTE_REFUSED],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/administrative/approvals/:id/withdraw',
    role: 'ROLE_ADMIN',
    permission: 'approvals.decide',
    audit: 'approvals.withdrawn',
    summary: 'Its maker takes the request back',
    stepUp: BOUND,
    idempotent: true,
    params: id,
    body: decisionBody,
    response: ApprovalRequest,
    errors: [
      ...STEP_UP_REFUSED,
      'approvals.not_maker',
      'approvals.not_waiting',
      'approvals.expired',
      'approvals.payload_changed',
      ...NOTE_REFUSED,
    ],
  }),
  breakGlass: endpoint({
    method: 'POST',
    path: '/api/administrative/approvals/:id/break-glass',
    role: 'ROLE_ADMIN',
    permission: 'approvals.break_glass',
    audit: 'approvals.break_glass',
    summary: 'Break glass: execute in an emergency without the second officer. A review is due within one business day',
    stepUp: BOUND,
    idempotent: true,
    params: id,
    body: decisionBody,
    response: ApprovalRequest,
    errors: [
      ...STEP_UP_REFUSED,
      'access.permission_missing',
      'approvals.person_concerned',
      'approvals.not_waiting',
      'approvals.expired',
      'approvals.payload_changed',
      'approvals.never_alone',
      ...EXECUTION_REFUSED,
      ...NOTE_REFUSED,
    ],
  }),
  review: endpoint({
    method: 'POST',
    path: '/api/administrative/approvals/:id/review',
    role: 'ROLE_ADMIN',
    permission: 'approvals.decide',
    audit: 'approvals.break_glass_reviewed',
    summary: 'Review what was executed in an emergency, by an officer who had no part in it',
    stepUp: { binds: ['params.id', 'body.verdict', 'body.note'] },
    idempotent: true,
    params: id,
    body: decisionBody.extend({ verdict }),
    response: ApprovalRequest,
    errors: [
      ...STEP_UP_REFUSED,
      'access.permission_missing',
      'approvals.own_request',
      'approvals.same_session',
      'approvals.person_concerned',
      'approvals.not_reviewable',
      'approvals.payload_changed',
      ...NOTE_REFUSED,
    ],
  }),
}
