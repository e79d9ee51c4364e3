/** Calendar month of Bogotá as instants, and the time from which its statement is final. */
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'

/** Times of postings follow the chain: one that began before midnight may be written a little later. */
const SURE_AFTER_MS = 10 * 60_000

export interface Month {
  /** For example `2026-10`. */
  readonly name: string
  readonly start: Date
  /** First instant after it. */
  readonly end: Date
}

export function monthOf(name: string): Month {
  const [year = 0, month = 0] = name.split('-').map(Number)
  return { name, start: startOf(year, month - 1), end: startOf(year, month) }
}

/** Completed months, from that of `first` on, newest first. */
export function completedMonths(first: Date, now: Date): string[] {
  const local = new Date(bogotaDay(first))
  const names: string[] = []
  for (let index = 0; ; index++) {
    const begin = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + index, 1))
    const name = begin.toISOString().slice(0, 7)
    if (!isComplete(monthOf(name), now)) return names.reverse()
    names.push(name)
  }
}

export const isComplete = ({ end }: Pick<Month, 'end'>, now: Date): boolean => now.getTime() >= end.getTime() + SURE_AFTER_MS

/** `month` counts from 0, and 12 is January of the next year. */
const startOf = (year: number, month: number): Date => startOfBogotaDay(new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10))
