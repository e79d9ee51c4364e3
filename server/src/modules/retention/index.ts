/**
 * How long a customer's papers are kept: until so many years after the relation ended, and no longer. Schema `retention`.
 *
 * Invariants: papers of an open account, or under a legal hold, are never destroyed; each destruction leaves a row that says whose, when,
 * how many files and why; a legal hold ends only when two officers agree. Emits no events.
 */
export { createRetention } from './create-retention.ts'
