/** Stretches of time before a moment. */
const HOUR_MS = 3_600_000

export const hoursAgo = (at: Date, hours: number): Date => new Date(at.getTime() - hours * HOUR_MS)
export const daysAgo = (at: Date, days: number): Date => hoursAgo(at, days * 24)
