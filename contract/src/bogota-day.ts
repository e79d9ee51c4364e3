/** Calendar of Colombia, independent of the machine: UTC−5 all year. */
const OFFSET_MS = 5 * 3_600_000
const DAY_MS = 24 * 3_600_000

/** `2026-11-21`. */
export const bogotaDay = (at: Date): string => new Date(at.getTime() - OFFSET_MS).toISOString().slice(0, 10)

/** The first instant of a day, `2026-11-21`. */
export const startOfBogotaDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) + OFFSET_MS)

/** The same day of a later month, or that month's last day. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth))).toISOString().slice(0, 10)
}

/** The first instant after the day: the midnight that ends it. */
export const endOfBogotaDay = (day: string): Date => new Date(startOfBogotaDay(day).getTime() + DAY_MS)
