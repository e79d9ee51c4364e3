/** Retention period of documents, on plain values. */

/** A customer who left before this moment left long enough ago. */
export function keptSince(now: Date, years: number): Date {
  const since = new Date(now)
  since.setUTCFullYear(since.getUTCFullYear() - years)
  // One year before February 29th does not exist: one day more is kept.
  if (since.getUTCMonth() !== now.getUTCMonth()) since.setUTCDate(0)
  return since
}

export interface RetentionFacts {
  /** Null for an open account, also a reopened one. */
  readonly closedAt: Date | null
  readonly isHeld: boolean
  readonly keptSince: Date
}

export const mayPurge = ({ closedAt, isHeld, keptSince }: RetentionFacts): boolean => closedAt !== null && closedAt < keptSince && !isHeld
