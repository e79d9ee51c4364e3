/**
 * Treasury: transfers between the hot and the cold wallet (ADM-15). Schema `treasury`.
 *
 * Invariants: nothing moves automatically: one officer proposes, another agrees, and only then is a sweep handed to the signer, which pays
 * the one cold address of its own deployment file; a refill is made externally and booked once when it is final on chain, requested or not;
 * both sides of each posting belong to the platform: no balance of a customer moves.
 *
 * Listens to `blockchain.operation_updated`.
 */
export { readTreasurySettings } from './config.ts'
export { createTreasury } from './create-treasury.ts'
export type { Treasury } from './types.ts'
