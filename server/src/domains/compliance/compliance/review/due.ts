/** Deadline of a review in office hours (set `deadlines`): the page promises the customer 'próximas horas'. */
import type { DueState } from '@tunjo/contract/compliance-people'
import { addBusinessHours, businessHoursBefore } from '../../../../platform/time/business-days.ts'
import { type Deadlines, hoursToWarn } from '../../../reference/configuration/index.ts'

interface At {
  readonly now: Date
  readonly deadlines: Deadlines
}

export function reviewDue(since: Date, { now, deadlines }: At): { dueAt: string; due: DueState } {
  const { documentHours } = deadlines
  const dueAt = addBusinessHours(since, documentHours)
  const due = now >= dueAt ? 'overdue' : now >= addBusinessHours(since, hoursToWarn(documentHours, deadlines)) ? 'soon' : 'in_time'
  return { dueAt: dueAt.toISOString(), due }
}

/** The same for SQL: reviews that wait since then or longer are overdue, or will be soon. */
export const overdueSince = ({ now, deadlines }: At): Date => businessHoursBefore(now, deadlines.documentHours)
export const soonSince = ({ now, deadlines }: At): Date => businessHoursBefore(now, hoursToWarn(deadlines.documentHours, deadlines))
