/**
 * Treasury: what it moves between the hot and the cold wallet (ADM-15). Schema `treasury`.
 *
 * Invariants: nothing moves by itself: one officer proposes, another agrees, and only then is a sweep handed to the signer, which pays the one cold
 * address that its own deployment file names; a refill is made outside and booked when the chain has it for good, asked for or not, once; both sides
 * of each posting are the house's: no balance of a customer moves.
 *
 * Listens to `blockchain.operation_updated`.
 */
export { createTreasury } from './create-treasury.ts'
export type { Treasury } from './types.ts'
