/** Business days of Colombia: neither Saturday, Sunday nor a public holiday (Ley 51 de 1983). Days as `2026-11-21`. */
import { isHoliday } from 'colombian-holidays'

const DAY_MS = 86_400_000

export function isBusinessDay(day: string): boolean {
  const date = new Date(day)
  const weekday = date.getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(date)
}

/** Add the given number of business days. */
export function businessDaysAfter(day: string, days: number): string {
  let at = day
  for (let left = days; left > 0; ) {
    at = new Date(Date.parse(at) + DAY_MS).toISOString().slice(0, 10)
    if (isBusinessDay(at)) left -= 1
  }
  return at
}
