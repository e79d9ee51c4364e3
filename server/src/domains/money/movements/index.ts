/**
 * Movements: one history of a customer's money over all rails (MON-03), and the entries behind each balance: a read model over the ledger
 * and the views that the rails publish. A new rail is one line of `sources.ts`.
 *
 * Invariants: a customer reads only their own movements, and another customer's id is answered like an unknown one; the figures of a
 * balance are the ledger's own.
 */

export type { Movements } from './create-movements.ts'
export { createMovements } from './create-movements.ts'
export type { MovementRow } from './movement-store.ts'
export type * from './types.ts'
