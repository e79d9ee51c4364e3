/** Work queues of officers over all kinds of compliance work: one list by deadline, take next, give back (ADM-13). Ours. */
import * as z from 'zod'
import { OpenAlert } from './compliance-alerts.ts'
import { DueState } from './compliance-people.ts'
import { Assignee } from './compliance-review.ts'
import { endpoint } from './endpoint.ts'
import { Form } from './kyc-forms.ts'
import { QUEUED_KINDS, WORK_QUEUES } from './queued-kinds.ts'
import { RAILS } from './withdrawal-queue.ts'

export const WORK_PAGE = 25
/** What comes later is not the next thing to do. */
export const WORK_PAGES = 40
/** From today on. */
export const ABSENCE_DAYS_MAX = 60
export const WORK_WHOSE = ['mine', 'free'] as const

/** Of alerts: pages that show it have that file already. */
const { severity: Severity } = OpenAlert.shape

export const WorkItem = z.object({
  queue: z.enum(WORK_QUEUES),
  kind: z.enum(QUEUED_KINDS),
  /** Of what waits: a hit, an alert, a withdrawal, a conversation; of documents and renewals the person’s. */
  id: z.uuid(),
  userId: z.uuid(),
  email: z.string(),
  /** Of alerts. */
  severity: Severity.nullable(),
  alertKind: z.int().nullable().meta({ description: 'Id of the kind of alert' }),
  /** Where the kind has types. */
  alertType: z.string().nullable(),
  /** Of withdrawals. */
  rail: z.enum(RAILS).nullable(),
  /** Of documents: what was sent. */
  form: Form.nullable(),
  dueAt: z.iso.datetime(),
  due: DueState,
  assignee: Assignee.nullable(),
  /** Somebody asked for a second officer: `mine` was proposed by the caller, who does not decide it. */
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
    summary: 'Ours: all work that the caller may do, by deadline; nothing about themselves',
    query: WorkFilters,
    response: z.object({
      results: z.array(WorkItem),
      /** Of what the filters find, as far as there are pages. */
      total: z.int(),
      /** Of the queues that the caller may work on, whatever is filtered. */
      queues: z.array(z.object({ queue: z.enum(WORK_QUEUES), total: z.int(), overdue: z.int() })),
      /** The caller is out of the office until the end of this day. */
      absentUntil: z.iso.date().nullable(),
    }),
    errors: ['request.invalid', 'request.too_many'],
  }),
  takeNextWork: endpoint({
    ...taking,
    path: '/kyc/administrative/work/next',
    summary:
      'Ours: assigns to the caller the most urgent work that nobody has, never about themselves or what they proposed; null when there is none',
    body: z.object({ queue: z.enum(WORK_QUEUES).nullable() }),
    response: z.object({ taken: WorkItem.nullable() }),
    errors: ['request.invalid', 'request.too_many', 'compliance.out_of_office'],
  }),
  takeWork: endpoint({
    ...taking,
    path: '/kyc/administrative/work/take',
    summary: 'Ours: assigns to the caller work that nobody has; twice is the same as once',
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
    summary: 'Ours: gives work back to its queue: one’s own, and with the right to assign that of others',
    body: one,
    response: z.object({ released: z.boolean() }),
    errors: ['request.invalid', 'request.too_many', 'compliance.assigned_meanwhile'],
  }),
  changeAbsence: endpoint({
    ...taking,
    path: '/kyc/administrative/work/absence',
    audit: 'compliance.absence_changed',
    summary: 'Ours: the caller is out of the office through a day, and what they hold goes back to its queues; null: they are back',
    body: z.object({ untilDay: z.iso.date().nullable() }),
    response: z.object({ absentUntil: z.iso.date().nullable() }),
    errors: ['request.invalid', 'request.too_many', 'compliance.absence_out_of_bounds'],
  }),
}
