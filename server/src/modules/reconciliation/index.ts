/**
 * Reconciliation: compares the ledger with the chain, the provider and itself, every few seconds (R5, MON-10). Schema
 * `reconciliation`.
 *
 * Invariants: a difference that two passes find, and that nothing under way explains, is open until an officer explains or closes it with a
 * reason; when money may be missing the asset is frozen in the same transaction, and only two officers lift the freeze, once nothing open
 * speaks against it. The comparison moves no money. What stands too long is listed over all rails, as each module finds its own; to look at it
 * again at once decides nothing. Capital of the house is booked by two, here or from a line of the
 * statement, and the same money once. Each day of Bogotá is closed once, on one place of the ledger, with the root of a tree over what customers had.
 *
 * Emits `reconciliation.difference_opened` and, every hour, `reconciliation.ledger_head_signed`, to be published where the database's owner
 * cannot change it.
 */

export { bookCapital, CapitalInvalid } from './capital/book-capital.ts'
export { createHouseCapital } from './capital/line-capital.ts'
export { createReconciliation, type Reconciliation } from './create-reconciliation.ts'
export { keptHeads } from './sign-head.ts'
export { createStoppedOperations } from './stopped/create-stopped.ts'
