/** Times at which a customer is evaluated: on each day with an event, at the hour of the nightly run and at the end of the day. */
import { endOfBogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { RUN_HOUR } from '../nightly-run.ts'
import type { Moment } from '../types.ts'

const HOUR_MS = 3_600_000

export interface Window {
  readonly from: Date
  readonly until: Date
}
export interface Person {
  readonly accountId: string
  /** Days in Bogotá time, oldest first. */
  readonly days: readonly string[]
}

/** Upper bound of the number of times. */
export const momentsMax = ({ days }: Person): number => 1 + 2 * days.length

/**
 * The first is the start of the window: a finding that holds then was known before. Days without an event are skipped, so the end of an
 * alert by the passage of days is seen at the next evaluation.
 */
export function momentsOf({ accountId, days }: Person, { from, until }: Window): Moment[] {
  const looks = days.flatMap((day) => [
    startOfBogotaDay(day).getTime() + RUN_HOUR * HOUR_MS,
    Math.min(endOfBogotaDay(day).getTime() - 1, until.getTime()),
  ])
  const times = looks.filter((time) => time > from.getTime() && time <= until.getTime())
  return [from.getTime(), ...new Set(times)].map((time) => ({ accountId, now: new Date(time), until: new Date(time) }))
}
