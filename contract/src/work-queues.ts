/**
 * Work queues of officers over all kinds of compliance work: one list by deadline, take next, release (ADM-13). Extension of the
 * specification.
 */
import * as z from 'zod'
import { OpenAlert } from './compliance-alerts.ts'
import { DueState } from './compliance-people.ts'
import { Assignee } from './compliance-review.ts'
import { endpoint } from './endpoint.ts'
import { Form } from './kyc-forms.ts'
import { QUEUED_KINDS, WORK_QUEUES } from './queued-kinds.ts'
import { RAILS } from './withdrawal-queue.ts'

export const WORK_PAGE = 25
/** Page limit: later items are not the next thing to do. */
export const WORK_PAGES = 40
/** Counted from today. */
export const ABSENCE_DAYS_MAX = 60
export const WORK_WHOSE = ['mine', 'free'] as const

/** Taken from the alerts file, which pages with alerts load anyway. */
const { severity: Severity } = OpenAlert.shape

export const WorkItem = z.object({
  queue: z.enum(WORK_QUEUES),
  kind: z.enum(QUEUED_KINDS),
  /** Id of the item: a hit, an alert, a withdrawal, a conversation; for documents and renewals the person’s. */
  id: z.uuid(),
  userId: z.uuid(),
  email: z.string(),
  /** For alerts. */
  severity: Severity.nullable(),
  alertKind: z.int().nullable().meta({ description: 'Id of the kind of alert' }),
  /** For kinds with types. */
  alertType: z.string().nullable(),
  /** For withdrawals. */
  rail: z.enum(RAILS).nullable(),
  /** For documents: the submitted form. */
  form: Form.nullable(),
  dueAt: z.iso.datetime(),
  due: DueState,
  assignee: Assignee.nullable(),
  /** A request waits for a second officer: `mine` was proposed by the caller, who cannot decide it. */
  proposed: z.enum(['mine', 'other']).nullable(),
})
export type WorkItem = z.output<typeof WorkItem>

export const WorkFilters = z.object({
  queue: z.enum(WORK_QUEUES).optional(),
  whose: z.enum(WORK_WHOSE).optional(),
  severity: Severity.optional(),
  /** Near its deadline or past it, or only past it. */
  due: z.enum(['soon', 'overdue']).optional(),
  pageIndex: z.coerce
    .number()
    .int()
    .min(0)
    .max(WORK_PAGES - 1)
    .default(0),
})
export type WorkFilters = z.output<typeof WorkFilters>

const one = z.object({ queue: z.enum(WORK_QUEUES), id: z.uuid() })
const taking = { method: 'POST', role: 'ROLE_ADMIN', permission: 'work.take', audit: 'compliance.work_taken' } as const

export const workQueues = {
  listWork: endpoint({
    method: 'GET',
    path: '/kyc/administrative/work',
    role: 'ROLE_ADMIN',
    permission: 'work.take',
    summary: "Extension: the caller's work by deadline; never about themselves",
    allowance: 'kyc-people',
    query: WorkFilters,
    response: z.object({
      results: z.array(WorkItem),
      /** Number of matches, up to the page limit. */
      total: z.int(),
      /** Counts of the caller's queues, independent of the filter. */
      queues: z.array(z.object({ queue: z.enum(WORK_QUEUES), total: z.int(), overdue: z.int() })),
      /** End of the caller's absence, included. */
      absentUntil: z.iso.date().nullable(),
    }),
    errors: ['request.invalid', 'request.too_many'],
  }),
  takeNextWork: endpoint({
    ...taking,
    path: '/kyc/administrative/work/next',
    summary:
      'Extension: assign the most urgent unassigned work to the caller, never about themselves or what they proposed; null when there is none',
    allowance: 'kyc-people',
    body: z.object({ queue: z.enum(WORK_QUEUES).nullable() }),
    response: z.object({ taken: WorkItem.nullable() }),
    errors: ['request.invalid', 'request.too_many', 'compliance.out_of_office'],
  }),
  takeWork: endpoint({
    ...taking,
    path: '/kyc/administrative/work/take',
    summary: 'Extension: assign unassigned work to the caller; idempotent',
    allowance: 'kyc-people',
    body: one,
    response: WorkItem,
    errors: [
      'request.invalid',
      'request.too_many',
      'compliance.work_gone',
      'compliance.own_proposal',
      'compliance.assigned_meanwhile',
      'compliance.out_of_office',
    ],
  }),
  releaseWork: endpoint({
    ...taking,
    path: '/kyc/administrative/work/release',
    audit: 'compliance.work_released',
    summary: 'Extension: release work to its queue: one’s own, and with the permission to assign that of others',
    allowance: 'kyc-people',
    body: one,
    response: z.object({ released: z.boolean() }),
    errors: ['request.invalid', 'request.too_many', 'compliance.assigned_meanwhile'],
  }),
  changeAbsence: endpoint({
    ...taking,
    path: '/kyc/administrative/work/absence',
    audit: 'compliance.absence_changed',
    summary: 'Extension: the caller is out of the office through a day, and their work returns to its queues; null: they are back',
    allowance: 'kyc-people',
    body: z.object({ untilDay: z.iso.date().nullable() }),
    response: z.object({ absentUntil: z.iso.date().nullable() }),
    errors: ['request.invalid', 'request.too_many', 'compliance.absence_out_of_bounds'],
  }),
}
