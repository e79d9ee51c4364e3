/**
 * What is due to the UIAF and by when (ADM-19), its four reports: suspicious transactions at once, the files of operations and of clients of each month, and for each month without a report the word that there
 * was none ("ausencia de ROS", within the first 20 calendar days of the next month).
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { plainLine } from './plain-text.ts'
import { Month } from './regulatory-files.ts'

export const ABSENCE_DUE_DAY = 20

/**
 * - `coming`: the month runs · `due`: to be done, in time · `overdue` · `done`
 * - `not_needed`: of an absence, since a report was filed in that month
 */
export const OBLIGATION_STATES = ['coming', 'due', 'overdue', 'done', 'not_needed'] as const
const ObligationState = z.enum(OBLIGATION_STATES)
export type ObligationState = z.output<typeof ObligationState>

const day = z.iso.date()
const filing = z.object({ number: z.string(), on: day })

export const Obligation = z.object({
  month: Month,
  state: ObligationState,
  /** The last day on which it is in time, in Bogotá. */
  dueOn: day,
  /** Calendar days until then, today not counted; below zero when it has passed. Null when nothing is to be done. */
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
    summary: 'What is due to the UIAF and by when, month by month, newest first; how many reports wait in each state',
    response: z.object({
      today: day,
      /** Reports never about the caller. `approved`: to be filed at once. */
      ros: z.object({ open: z.int(), proposed: z.int(), approved: z.int() }),
      /** Confirmed matches with binding lists that an authority was not told of yet, never about the caller. `nextDueAt`: of the first of them. */
      matches: z.object({ due: z.int(), overdue: z.int(), nextDueAt: z.iso.datetime().nullable() }),
      files: z.array(Obligation),
      clientFiles: z.array(Obligation),
      absences: z.array(Obligation),
      /** The day of the files was taken from a layout that is not verified. */
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
    summary: 'Write down that the absence of reports in a month was presented: the number that was given and the day',
    stepUp: { binds: ['params.month', 'body.number', 'body.on'] },
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
