/** Business days of Colombia: neither Saturday, Sunday nor a public holiday (Ley 51 de 1983), in Bogotá, which knows no summer time. */
import { isHoliday } from 'colombian-holidays'

const DAY_MS = 86_400_000
const BOGOTA_BEHIND_UTC_MS = 5 * 3_600_000

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
  const bogota = new Date(at.getTime() - BOGOTA_BEHIND_UTC_MS)
  const weekday = bogota.getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(new Date(bogota.toISOString().slice(0, 10)))
}
