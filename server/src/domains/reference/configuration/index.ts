/**
 * Configuration with effective dates (ADM-13): the numbers and lists that two officers change, in append-only versions. Schema
 * `configuration`. Their meaning, bounds and first values are in the contract's catalogue and in `seeds/`; the modules that use them query
 * the version in force at a moment, in their own transaction.
 *
 * Invariants: a version is decided by two officers and never changed; it begins with its approval or with a day of Bogotá that has not
 * begun, so that earlier decisions stay unchanged; two queries for the same moment return the same version; a row without a valid seal is
 * ignored.
 */
export { createConfiguration } from './create-configuration.ts'
export { type Deadlines, deadlinesAt, dueState, hoursToWarn } from './deadlines.ts'
export type { Configuration, InForce } from './types.ts'
