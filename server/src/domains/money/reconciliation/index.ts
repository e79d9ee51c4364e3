/**
 * Reconciliation: compares the ledger with the chain, the provider and itself, every few seconds (R5, MON-10). Schema `reconciliation`.
 *
 * Invariants: a difference that two passes find, and that no movement in flight explains, is open until an officer explains or closes it
 * with a reason. When money may be missing the asset is frozen in the same transaction, and only two officers lift the freeze, once no open
 * difference prevents it. The comparison moves no money. Late operations are listed over all rails, as each module finds its own; a retry
 * decides nothing. Platform capital is booked by two officers, here or from a line of the statement, and the same money once. Each day of
 * Bogotá is closed once, at one position of the ledger, with the root of a tree over customers' balances.
 *
 * Emits `reconciliation.difference_opened` and, every hour, `reconciliation.ledger_head_signed`, to be published where the database's owner
 * cannot change it.
 */

export { bookCapital, CapitalInvalid } from './capital/book-capital.ts'
export { createCompanyCapital } from './capital/line-capital.ts'
export { createReconciliation, type Reconciliation } from './create-reconciliation.ts'
export { freezeRestored } from './restored.ts'
export { keptHeads } from './sign-ledger-head.ts'
export { createStoppedOperations } from './stopped/create-stopped-operations.ts'
