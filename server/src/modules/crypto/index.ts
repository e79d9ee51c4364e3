/**
 * Tokens in by the chain (MON-05): a deposit address for each customer, the scanner, credits, sweeps. Schema `crypto`.
 *
 * Invariants: an address follows from its account; only contracts of our own list count, by address; a transfer is credited once for its
 * chain, transaction and place there, after the confirmations, and only when the node itself shows it at that moment; blocks are read as a
 * chain of hashes, so that a reorganisation takes back what it brought; a sweep moves no balance of a customer.
 *
 * Emits `crypto.deposit_updated` and `crypto.deposit_credited`. Listens to `blockchain.operation_updated`.
 */
export { createCrypto } from './create-crypto.ts'
export type * from './types.ts'
