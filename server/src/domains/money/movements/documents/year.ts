/** Calendar year of Bogotá as instants: complete once it has certainly ended, and until then partial, up to the time of the request. */
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { isComplete, type Month, monthOf } from './month.ts'

export interface Year {
  /** For example `2026`. */
  readonly name: string
  readonly start: Date
  /** First instant after it. */
  readonly end: Date
  readonly isPartial: boolean
}

const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']

/** Null for a year that has not begun. */
export function yearOf(name: string, now: Date): Year | null {
  const start = startOfBogotaDay(`${name}-01-01`)
  const end = startOfBogotaDay(`${Number(name) + 1}-01-01`)
  if (start > now) return null
  const isPartial = !isComplete({ end }, now)
  // Times of postings have milliseconds: this one is in it.
  const soFar = new Date(now.getTime() + 1)
  return { name, start, end: isPartial && soFar < end ? soFar : end, isPartial }
}

/** From the year of `first` to the current one, newest first. */
export function yearsSince(first: Date, now: Date): Year[] {
  const [from, to] = [first, now].map((at) => Number(bogotaDay(at).slice(0, 4))) as [number, number]
  return Array.from({ length: to - from + 1 }, (_, index) => yearOf(String(to - index), now)).filter((year) => year !== null)
}

/** The months of a year that have begun by its end. */
export const monthsOf = ({ name, end }: Year): Month[] =>
  MONTHS.map((month) => monthOf(`${name}-${month}`))
    .filter(({ start }) => start < end)
    .map((month) => ({ ...month, end: month.end < end ? month.end : end }))
