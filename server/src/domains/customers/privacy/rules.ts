/** Terms of Ley 1581 de 2012 as decisions on plain values: business days of Colombia, each term to the end of its last day in Bogotá. */
import { bogotaDay, endOfBogotaDay } from '@tunjo/contract/bogota-day'
import { type DataRequestKind, TERMS } from '@tunjo/contract/data-requests'
import { addBusinessDays } from '../../../platform/time/business-days.ts'
import type { RequestRow } from './types.ts'

/** Term to ask for missing parts (art. 15.1). */
const ASK_WITHIN_DAYS = 5
/** Months after which a person who did not complete it has desisted (art. 15.1). */
const COMPLETE_WITHIN_MONTHS = 2

/** Counted from the day after its receipt. */
const endOfTerm = (from: Date, days: number): Date => endOfBogotaDay(bogotaDay(addBusinessDays(from, days)))

export const dueOf = (kind: DataRequestKind, termFrom: Date): Date => endOfTerm(termFrom, TERMS[kind].days)

/** Follows the end of the first term. */
export const extendedDueOf = (kind: DataRequestKind, termFrom: Date): Date => endOfTerm(termFrom, TERMS[kind].days + TERMS[kind].extension)

/** The same day two months later, or the last of a shorter month. */
export function completeByOf(askedAt: Date): Date {
  const [year = 0, month = 0, day = 0] = bogotaDay(askedAt).split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + COMPLETE_WITHIN_MONTHS + 1, 0))
  last.setUTCDate(Math.min(day, last.getUTCDate()))
  return endOfBogotaDay(last.toISOString().slice(0, 'YYYY-MM-DD'.length))
}

type Term = Pick<RequestRow, 'state' | 'termFrom' | 'dueAt' | 'extendedAt' | 'completionAskedAt'>

export const mayExtend = ({ state, dueAt, extendedAt }: Term, now: Date): boolean =>
  state === 'in_review' && extendedAt === null && dueAt !== null && now < dueAt

/** Once: a person who completed it has answered the question. */
export const mayAskCompletion = ({ state, termFrom, completionAskedAt }: Term, now: Date): boolean =>
  state === 'in_review' && completionAskedAt === null && now < endOfTerm(termFrom, ASK_WITHIN_DAYS)

/** Threshold of the warning metric: when a term ends by then, an officer has to answer before it is too late. */
const SOON_DAYS = 2
export const soonDue = (now: Date): Date => endOfTerm(now, SOON_DAYS)

export const isOverdue = ({ dueAt }: Pick<RequestRow, 'dueAt'>, now: Date): boolean => dueAt !== null && dueAt <= now
