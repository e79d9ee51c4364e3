/**
 * Movements: one history of a customer's money over all rails (MON-03), and how each balance came about: a read model over the ledger and the views
 * that the rails publish. A new rail is one line of `sources.ts`.
 *
 * Invariants: a person reads only what is theirs, and somebody else's id is the same answer as none; what is said of a balance is the
 * ledger's own figure.
 */

export type { Movements } from './create-movements.ts'
export { createMovements } from './create-movements.ts'
export type { MovementRow } from './movement-store.ts'
export type * from './types.ts'
