/** Deadlines of notices to authorities about a match, on plain values. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { MATCH_AUTHORITIES, type MatchState } from '@tunjo/contract/regulatory-matches'
import { type Refusal, refusal } from '../../../../platform/http/refusal.ts'

/**
 * The law requires "without delay" and gives no number. One day, nights and weekends counted: after a confirmation at night the next
 * working hours remain, and nothing waits for a Monday. Stored with each match, so that another number moves no earlier deadline.
 */
export const INFORM_WITHIN_HOURS = 24
const HOUR_MS = 3_600_000
export const dueAt = (confirmedAt: Date): Date => new Date(confirmedAt.getTime() + INFORM_WITHIN_HOURS * HOUR_MS)

interface MatchFacts {
  readonly noticeCount: number
  readonly dueAt: Date
  readonly now: Date
}
export function matchState({ noticeCount, dueAt: due, now }: MatchFacts): MatchState {
  if (noticeCount >= MATCH_AUTHORITIES.length) return 'informed'
  return now > due ? 'overdue' : 'due'
}

/** A notice is neither before the confirmation nor tomorrow. */
export function checkNoticeDay(on: string, confirmedAt: Date, now: Date): Refusal | null {
  return on >= bogotaDay(confirmedAt) && on <= bogotaDay(now) ? null : refusal('regulatory.match_day_invalid')
}
