/** Until when a person who waits should have an answer, in business hours: the page tells them 'próximas horas'. */
import type { DueState } from '@tunjo/contract/compliance-people'
import { ANSWER_BUSINESS_HOURS } from '@tunjo/contract/conversations'
import { addBusinessHours, businessHoursBefore } from '../../../platform/business-days.ts'

const REVIEW_BUSINESS_HOURS = ANSWER_BUSINESS_HOURS.verification
/** From three quarters on it is soon. */
const SOON_BUSINESS_HOURS = 3

export function reviewDue(since: Date, now: Date): { dueAt: string; due: DueState } {
  const dueAt = addBusinessHours(since, REVIEW_BUSINESS_HOURS)
  const due = now >= dueAt ? 'overdue' : now >= addBusinessHours(since, SOON_BUSINESS_HOURS) ? 'soon' : 'in_time'
  return { dueAt: dueAt.toISOString(), due }
}

/** The same for SQL: what has waited since then or longer is overdue, or will be soon. */
export const overdueSince = (now: Date): Date => businessHoursBefore(now, REVIEW_BUSINESS_HOURS)
export const soonSince = (now: Date): Date => businessHoursBefore(now, SOON_BUSINESS_HOURS)
