/**
 * Tokens in and out by the chain (MON-05, MON-07): deposit addresses, the scanner, credits, sweeps, saved addresses, withdrawals. Schema `crypto`.
 *
 * Invariants: an address follows from its account; only contracts of our own list count, by address; a transfer is credited once for its
 * chain, transaction and place there, after the confirmations, and only when the node itself shows it at that moment; blocks are read as a
 * chain of hashes, so that a reorganisation takes back what it brought; a sweep moves no balance of a customer; what is withdrawn goes to a
 * saved address, once, out of what the ledger holds for it, and comes back whole when nothing left; what the
 * chain took back after it was settled is a claim, which two officers give back or send again, once.
 *
 * Emits `crypto.deposit_updated`, `crypto.deposit_credited` `crypto.address_changed` and `crypto.withdrawal_…`. Listens to `blockchain.operation_updated`.
 */
export { createCrypto } from './create-crypto.ts'
export type * from './types.ts'
