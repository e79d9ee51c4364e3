/** Business days and hours of Colombia: neither Saturday, Sunday nor a public holiday (Ley 51 de 1983), in Bogotá. */
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { businessDaysAfter, isBusinessDay as isBusinessDayOf } from '@tunjo/contract/business-days'

const DAY_MS = 86_400_000

/** The same time of day, this many business days later. */
export function addBusinessDays(from: Date, days: number): Date {
  const day = bogotaDay(from)
  return new Date(from.getTime() + Date.parse(businessDaysAfter(day, days)) - Date.parse(day))
}

export const isBusinessDay = (at: Date): boolean => isBusinessDayOf(bogotaDay(at))

const HOUR_MS = 3_600_000
/** Office hours in Bogotá. */
const OPENS_AT = 8
const CLOSES_AT = 18

/**
 * Moment at which this many office hours have passed: only those of business days count, so that a request at night begins to count in the
 * morning.
 */
export function addBusinessHours(from: Date, hours: number): Date {
  let at = nextOpen(from)
  for (let leftMs = hours * HOUR_MS; ; ) {
    const closes = hourOfDay(at, CLOSES_AT)
    const todayMs = closes.getTime() - at.getTime()
    if (leftMs <= todayMs) return new Date(at.getTime() + leftMs)
    leftMs -= todayMs
    at = nextOpen(closes)
  }
}

/**
 * The last moment after which this many office hours have passed at `to`: `addBusinessHours` of it, or of anything before it, is not later.
 */
export function businessHoursBefore(to: Date, hours: number): Date {
  let at = lastOpen(to)
  for (let leftMs = hours * HOUR_MS; ; ) {
    const opens = hourOfDay(at, OPENS_AT)
    const todayMs = at.getTime() - opens.getTime()
    if (leftMs <= todayMs) return new Date(at.getTime() - leftMs)
    leftMs -= todayMs
    at = lastOpen(new Date(opens.getTime() - 1))
  }
}

/** `at` when the office is open, otherwise the last closing. */
function lastOpen(at: Date): Date {
  const [opens, closes] = [hourOfDay(at, OPENS_AT), hourOfDay(at, CLOSES_AT)]
  if (isBusinessDay(at) && at >= opens) return at < closes ? at : closes
  return lastOpen(hourOfDay(new Date(opens.getTime() - DAY_MS), CLOSES_AT))
}

/** `at` when the office is open, otherwise the next opening. */
function nextOpen(at: Date): Date {
  const opens = hourOfDay(at, OPENS_AT)
  if (isBusinessDay(at) && at < hourOfDay(at, CLOSES_AT)) return at < opens ? opens : at
  return nextOpen(new Date(opens.getTime() + DAY_MS))
}

/** Moment of the Bogotá day of `at` with this hour. */
const hourOfDay = (at: Date, hour: number): Date => new Date(startOfBogotaDay(bogotaDay(at)).getTime() + hour * HOUR_MS)
