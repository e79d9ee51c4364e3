/** Durations and points in time before a moment. */
export const MS_OF_HOUR = 3_600_000

export const hoursAgo = (at: Date, hours: number): Date => new Date(at.getTime() - hours * MS_OF_HOUR)
export const daysAgo = (at: Date, days: number): Date => hoursAgo(at, days * 24)
