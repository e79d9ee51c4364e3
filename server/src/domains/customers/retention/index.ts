/**
 * Retention: keeps a customer's documents until so many years after the relationship ended, and no longer. Schema `retention`.
 *
 * Invariants: documents of an open account, under a legal hold, or that another module has to keep, are never destroyed; each destruction
 * leaves a row with the person, the time, the number of files and the reason; a legal hold ends only when two officers agree. Emits no
 * events.
 */
export { createRetention, type Retention } from './create-retention.ts'
