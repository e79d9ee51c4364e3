/** When a person is looked at: on each day in which something happened, at the hour of the nightly run and at its end. */
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
  /** Days of Bogotá, oldest first. */
  readonly days: readonly string[]
}

/** No more than these. */
export const momentsMax = ({ days }: Person): number => 1 + 2 * days.length

/**
 * The first is the start of the window: what is true by then was known before. In between nothing happened, so that what days that pass
 * would end is seen at the next look.
 */
export function momentsOf({ accountId, days }: Person, { from, until }: Window): Moment[] {
  const looks = days.flatMap((day) => [
    startOfBogotaDay(day).getTime() + RUN_HOUR * HOUR_MS,
    Math.min(endOfBogotaDay(day).getTime() - 1, until.getTime()),
  ])
  const times = looks.filter((time) => time > from.getTime() && time <= until.getTime())
  return [from.getTime(), ...new Set(times)].map((time) => ({ accountId, now: new Date(time), until: new Date(time) }))
}
