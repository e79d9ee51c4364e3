/**
 * Retention: how long a customer's papers are kept: until so many years after the relation ended, and no longer. Schema `retention`.
 *
 * Invariants: papers of an open account, under a legal hold, or that another module has to keep, are never destroyed; each destruction leaves a row that says whose, when,
 * how many files and why; a legal hold ends only when two officers agree. Emits no events.
 */
export { createRetention, type Retention } from './create-retention.ts'
