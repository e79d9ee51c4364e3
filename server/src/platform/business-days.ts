/** Business days of Colombia: neither Saturday, Sunday nor a public holiday (Ley 51 de 1983), in Bogotá. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { isHoliday } from 'colombian-holidays'

const DAY_MS = 86_400_000

/** The same time of day, so many business days later. */
export function addBusinessDays(from: Date, days: number): Date {
  let at = from
  for (let left = days; left > 0; ) {
    at = new Date(at.getTime() + DAY_MS)
    if (isBusinessDay(at)) left -= 1
  }
  return at
}

export function isBusinessDay(at: Date): boolean {
  const day = new Date(bogotaDay(at))
  const weekday = day.getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(day)
}
