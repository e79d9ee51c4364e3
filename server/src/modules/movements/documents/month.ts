/** A month of Bogotá, which keeps one offset the whole year, as instants; and when its statement is sure not to change any more. */
const OFFSET_MS = 5 * 60 * 60_000
/** Times of postings follow the chain: one that began before midnight may be written a little after. */
const SURE_AFTER_MS = 10 * 60_000

export interface Month {
  /** `2026-10` */
  readonly name: string
  readonly start: Date
  /** The first instant that is not in it. */
  readonly end: Date
}

export function monthOf(name: string): Month {
  const [year = 0, month = 0] = name.split('-').map(Number)
  return { name, start: bogota(year, month - 1), end: bogota(year, month) }
}

/** The months that are over, from that of `first` on, newest first. */
export function monthsOver(first: Date, now: Date): string[] {
  const local = new Date(first.getTime() - OFFSET_MS)
  const names: string[] = []
  for (let index = 0; ; index++) {
    const begin = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + index, 1))
    const name = begin.toISOString().slice(0, 7)
    if (!isOver(monthOf(name), now)) return names.reverse()
    names.push(name)
  }
}

export const isOver = ({ end }: Month, now: Date): boolean => now.getTime() >= end.getTime() + SURE_AFTER_MS

const bogota = (year: number, month: number): Date => new Date(Date.UTC(year, month, 1) + OFFSET_MS)
