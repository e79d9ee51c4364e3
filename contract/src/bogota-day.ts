/** The calendar of Colombia, on every machine: UTC−5 all year. */
const OFFSET_MS = 5 * 3_600_000

/** `2026-11-21`. */
export const bogotaDay = (at: Date): string => new Date(at.getTime() - OFFSET_MS).toISOString().slice(0, 10)
