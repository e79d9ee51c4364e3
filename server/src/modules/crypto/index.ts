/**
 * Tokens in by the chain (MON-05): a deposit address for each customer, the scanner, credits. Schema `crypto`.
 *
 * Invariants: an address follows from its account; only contracts of our own list count, by address; a transfer is credited once for its
 * chain, transaction and place there, after the confirmations, and only when the node itself shows it at that moment; blocks are read as a
 * chain of hashes, so that a reorganisation takes back what it brought.
 *
 * Emits `crypto.deposit_updated` and `crypto.deposit_credited`.
 */
export { createCrypto } from './create-crypto.ts'
export type * from './types.ts'
