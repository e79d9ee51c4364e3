/**
 * Monthly limits: how much a person may move, and whether at all (KYC-18, R38). Schema `limits`.
 *
 * Invariants: the use of a month is the sum of its counted operations, counted in the transaction that moves the money. It is never above
 * the maximum of the level, except when money arrives for an abandoned operation: `reinstateUsage` reports that to its caller. Months are
 * those of America/Bogota. Emits `limits.exceeded`. Publishes the views `limits.month_report`, `limits.operation_report`,
 * `limits.refusal_report`.
 */
export { createLimits } from './create-limits.ts'
export { MonthlyLimitExceeded } from './in-groups.ts'
export { type DayFlow, isPassingThrough } from './passing-through.ts'
export type * from './types.ts'
