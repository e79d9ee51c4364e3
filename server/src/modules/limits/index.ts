/**
 * Monthly limits: how much a person may move, and whether at all (KYC-18, R38). Schema `limits`.
 *
 * Invariants: the use of a month is the sum of its counted operations; with the money in one transaction; never above the maximum
 * of the level except when money arrives that had been given up, which the caller learns. Months are those of America/Bogota. Emits
 * `limits.exceeded`. Publishes the views `limits.month_report`, `limits.operation_report`, `limits.refusal_report`.
 */
export { createLimits } from './create-limits.ts'
export { MonthlyLimitExceeded } from './in-groups.ts'
export { type DayFlow, isPassingThrough } from './passing-through.ts'
export type * from './types.ts'
