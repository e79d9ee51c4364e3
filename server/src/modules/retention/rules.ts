/** When papers may go, on plain values. */

/** Whoever left before this moment left long enough ago. */
export function keptSince(now: Date, years: number): Date {
  const since = new Date(now)
  since.setUTCFullYear(since.getUTCFullYear() - years)
  // A year ago of February 29th: no such day, so that a day more is waited for.
  if (since.getUTCMonth() !== now.getUTCMonth()) since.setUTCDate(0)
  return since
}

export interface PaperFacts {
  /** Null for an account that is open, perhaps again. */
  readonly closedAt: Date | null
  readonly isHeld: boolean
  readonly keptSince: Date
}

export const mayForget = ({ closedAt, isHeld, keptSince }: PaperFacts): boolean => closedAt !== null && closedAt < keptSince && !isHeld
