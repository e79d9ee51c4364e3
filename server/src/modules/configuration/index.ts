/**
 * Configuration with effective dates (ADM-13): the numbers and lists that two officers change, in versions that only grow. Schema
 * `configuration`. What they mean, their bounds and their first values stand in the contract's catalogue and in `seeds/`; the modules that use
 * them ask for what holds at a moment, in their own transaction.
 *
 * Invariants: a version is decided by two officers and never changed; it begins with its approval or with a day of Bogotá that has not begun,
 * so that nothing that was decided before changes; whoever asks twice for the same moment gets the same; a row without our seal holds nowhere.
 */
export { createConfiguration } from './create-configuration.ts'
export { type Deadlines, deadlinesAt, dueState, hoursToWarn } from './deadlines.ts'
export type { Configuration, InForce } from './types.ts'
