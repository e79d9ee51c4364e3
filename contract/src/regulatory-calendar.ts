/**
 * Regulatory calendar for the UIAF (ADM-19), four obligations: suspicious transaction reports, due immediately; the monthly files of
 * operations and of clients; and, for each month without a report, the notice of absence ("ausencia de ROS", within the first 20 calendar
 * days of the next month).
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { plainLine } from './plain-text.ts'
import { Month } from './regulatory-files.ts'

export const ABSENCE_DUE_DAY = 20

/**
 * - `coming`: the month has not ended · `due`: to be done, in time · `overdue` · `done`
 * - `not_needed`: an absence in a month with a filed report
 */
export const OBLIGATION_STATES = ['coming', 'due', 'overdue', 'done', 'not_needed'] as const
const ObligationState = z.enum(OBLIGATION_STATES)
export type ObligationState = z.output<typeof ObligationState>

const day = z.iso.date()
const filing = z.object({ number: z.string(), on: day })

export const Obligation = z.object({
  month: Month,
  state: ObligationState,
  /** Last day in time, in Bogotá. */
  dueOn: day,
  /** Calendar days left, today not counted; negative after the deadline. Null when no action is needed. */
  daysLeft: z.int().nullable(),
  filed: filing.nullable(),
})
export type Obligation = z.output<typeof Obligation>

export const regulatoryCalendar = {
  calendar: endpoint({
    method: 'GET',
    path: '/api/administrative/regulatory/calendar',
    role: 'ROLE_ADMIN',
    permission: 'regulatory.read',
    summary: 'Deadlines to the UIAF by month, newest first; number of reports in each state',
    allowance: 'regulatory',
    response: z.object({
      today: day,
      /** Never includes reports about the caller. `approved`: to be filed immediately. */
      ros: z.object({ open: z.int(), proposed: z.int(), approved: z.int() }),
      /**
       * Confirmed matches with binding lists not yet reported to an authority, never about the caller. `nextDueAt`: of the first of them.
       */
      matches: z.object({ due: z.int(), overdue: z.int(), nextDueAt: z.iso.datetime().nullable() }),
      files: z.array(Obligation),
      clientFiles: z.array(Obligation),
      /** Yearly reports of crypto-assets to the DIAN; the month is the last one of the year. */
      carfFiles: z.array(Obligation),
      absences: z.array(Obligation),
      /** Whether the day of the files comes from a verified layout. */
      isFileDayVerified: z.boolean(),
    }),
    errors: ['request.too_many'],
  }),
  declareAbsence: endpoint({
    method: 'POST',
    path: '/api/administrative/regulatory/absences/:month',
    role: 'ROLE_ADMIN',
    permission: 'regulatory.manage',
    audit: 'regulatory.absence_declared',
    summary: 'Record the filing of an absence of reports for a month: number received and day',
    stepUp: { binds: ['params.month', 'body.number', 'body.on'] },
    allowance: 'regulatory',
    params: z.object({ month: Month }),
    body: z.object({ number: plainLine({ maximum: 40 }), on: day }),
    response: Obligation,
    errors: [
      'request.invalid',
      'request.too_many',
      'request.text_unseen',
      'identity.step_up_required',
      'identity.step_up_invalid',
      'access.permission_missing',
      'regulatory.month_not_over',
      'regulatory.month_unknown',
      'regulatory.absence_declared',
      'regulatory.absence_not_needed',
      'regulatory.day_invalid',
    ],
  }),
}
