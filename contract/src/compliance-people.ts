/**
 * Lists of all people's verification (ADM-01, ADM-02): counts by state, people by filter, and the same as CSV. Paths and
 * fields follow the specification; additions are marked "Extension".
 */
import * as z from 'zod'
import { PERSON_KINDS } from './compliance-person.ts'
import { Assignee, Lease } from './compliance-review.ts'
import { WORK_KINDS } from './deadline-kinds.ts'
import { endpoint } from './endpoint.ts'
import { Form } from './kyc-forms.ts'
import { any, choice, searchText, wholeNumber } from './report-choices.ts'

/** The five states of the gauges: disjoint and complete. */
export const REVIEW_STATES = ['Progreso', 'Pendiente', 'Actualizar', 'No terminado', 'Listo'] as const
export const RISKS = ['No', 'Medio', 'Alto'] as const
export const NOVELTIES = ['Con novedad', 'Sin novedad'] as const
/** Filter of waiting people: the caller's own cases, or unassigned ones. */
export const ASSIGNMENTS = ['mine', 'none'] as const
export const TIMES = ['Recientes', 'Antiguos'] as const
const YES_NO = ['Si', 'No'] as const

const peopleFilter = {
  document: searchText(20),
  idUser: searchText(64),
  type: choice(PERSON_KINDS),
  level: z.union([any, wholeNumber({ minimum: 1, maximum: 3 })]).default(-1),
  state: choice(REVIEW_STATES),
  /** Range of the last modification. Without it, the longest wait comes first. */
  time: choice(TIMES),
  /** Alerts of any kind but Novedades, which has a separate filter. */
  alert: choice(['Si', 'Sí', 'No']),
  risk: choice(RISKS),
  novelty: choice(NOVELTIES),
  /** Extension. */
  assigned: choice(ASSIGNMENTS),
}
const page = {
  pageIndex: z.int().min(0).max(10_000).default(0),
  itemsPerPage: z.int().min(1).max(100).default(50),
}
export const PeopleChoice = z.object(peopleFilter)
export type PeopleChoice = z.output<typeof PeopleChoice>
export const PeopleFilter = PeopleChoice.extend(page)
export type PeopleFilter = z.output<typeof PeopleFilter>

/** Number of people in each of the five states. */
export const KycSummary = z.object({
  finished: z.int(),
  inProgress: z.int(),
  notFinished: z.int(),
  pending: z.int(),
  toUpdate: z.int(),
})
export type KycSummary = z.infer<typeof KycSummary>

/** `soon`: three quarters of the time have passed. Business hours of Colombia. */
export const DUE_STATES = ['in_time', 'soon', 'overdue'] as const
export const DueState = z.enum(DUE_STATES)
export type DueState = z.output<typeof DueState>

export const PersonRow = z.object({
  id: z.uuid(),
  document: z.string().nullable(),
  type: z.enum(PERSON_KINDS),
  nivelKyc: z.int().min(0).max(3),
  state: z.enum(REVIEW_STATES),
  lastModification: z.iso.datetime(),
  alert: z.enum(YES_NO),
  risk: z.enum(RISKS),
  novelty: z.enum(NOVELTIES),
  /** Extension: items that wait for an officer, since when, and their due date. */
  waiting: z.object({ forms: z.array(Form), items: z.int(), since: z.iso.datetime(), dueAt: z.iso.datetime(), due: DueState }).nullable(),
  lease: Lease.nullable(),
  assignee: Assignee.nullable(),
})
export type PersonRow = z.infer<typeof PersonRow>

/** Waiting work by kind and age, and the share of each officer. */
export const Workload = z.object({
  /** For every kind of compliance work with a deadline: items near it and past it. */
  work: z.array(z.object({ kind: z.enum(WORK_KINDS), soon: z.int(), overdue: z.int() })),
  queue: z.object({
    people: z.int(),
    unassigned: z.int(),
    /** A person may wait for two kinds at the same time. */
    kinds: z.array(z.object({ form: Form, inTime: z.int(), soon: z.int(), overdue: z.int(), oldest: z.iso.datetime() })),
  }),
  /** All officers who may review; without the permission to assign, only the caller. */
  officers: z.array(
    z.object({
      officerId: z.uuid(),
      officer: z.string(),
      isMine: z.boolean(),
      open: z.int(),
      overdue: z.int(),
      doneToday: z.int(),
      /** Today and the six days before, in Bogotá. */
      doneWeek: z.int(),
      /** In the same days: from taking a review to its last decision. */
      medianSeconds: z.int().nullable(),
    }),
  ),
})
export type Workload = z.infer<typeof Workload>

export const compliancePeople = {
  workload: endpoint({
    method: 'GET',
    path: '/kyc/administrative/users/review/workload',
    role: 'ROLE_ADMIN',
    permission: 'kyc.read',
    summary: 'Extension: waiting work by kind and age, and the load of each officer; figures of others only with the permission to assign',
    allowance: 'kyc-people',
    response: Workload,
    errors: ['request.too_many'],
  }),
  kycSummary: endpoint({
    method: 'GET',
    path: '/kyc/administrative/kyc-summary',
    role: 'ROLE_ADMIN',
    permission: 'kyc.read',
    summary: 'Number of people in each state; every customer account is in exactly one',
    allowance: 'kyc-people',
    response: KycSummary,
    errors: ['request.too_many'],
  }),
  peopleCsv: endpoint({
    method: 'POST',
    path: '/kyc/administrative/users/information/csv',
    role: 'ROLE_ADMIN',
    permission: 'reports.export',
    audit: 'reports.exported',
    summary: 'Extension: the same list as CSV (semicolons, decimal comma), at most 10,000 rows; the export is recorded',
    allowance: 'report-export',
    body: PeopleChoice,
    answer: 'csv',
    response: z.string(),
    errors: ['request.invalid', 'request.too_many'],
  }),
  people: endpoint({
    method: 'POST',
    path: '/kyc/administrative/users/information',
    role: 'ROLE_ADMIN',
    permission: 'kyc.read',
    audit: 'kyc.people_listed',
    summary: 'People by filter, the longest wait first; the search is recorded',
    allowance: 'kyc-people',
    body: PeopleFilter,
    response: z.object({ results: z.array(PersonRow), total: z.int(), pagesNumber: z.int() }),
    errors: ['request.invalid', 'request.too_many'],
  }),
}
