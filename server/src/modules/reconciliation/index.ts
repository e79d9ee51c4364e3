/**
 * The watch over the books: compares the ledger with the chain, the provider and itself, every few seconds (R5, MON-10). Schema
 * `reconciliation`.
 *
 * Invariants: a difference that two passes find, and that nothing under way explains, is open until an officer explains or closes it with a
 * reason; when money may be missing the asset is frozen in the same transaction, and only two officers lift the freeze, once nothing open
 * speaks against it. The comparison moves no money.
 *
 * Emits `reconciliation.difference_opened` and, every hour, `reconciliation.ledger_head_signed`, to be published where the database's owner
 * cannot change it.
 */
export { createReconciliation, type Reconciliation } from './create-reconciliation.ts'
export { bookCapital, CapitalInvalid } from './house-capital.ts'
