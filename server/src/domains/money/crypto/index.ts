/**
 * Token deposits and withdrawals on chain (MON-05, MON-07): deposit addresses, the scanner, credits, sweeps, saved addresses, withdrawals.
 * Schema `crypto`.
 *
 * Invariants: an address is derived from its account; only contracts of our own list count, by address; a transfer is credited once for its
 * chain, transaction and position there, after the confirmations, and only when the node itself returns it at that moment; blocks are read
 * as a hash chain, so that a reorganisation reverses what its blocks brought; a sweep moves no balance of a customer; a withdrawal goes to
 * a saved address, once, out of its hold in the ledger, and is refunded whole when nothing left; a transfer that the chain drops after its
 * settlement is a claim, which two officers refund or send again, once.
 *
 * Emits `crypto.deposit_updated`, `crypto.deposit_credited` `crypto.address_changed` and `crypto.withdrawal_…`. Listens to
 * `blockchain.operation_updated`.
 */
export { readCryptoSettings } from './config.ts'
export { createCrypto } from './create-crypto.ts'
export { translateReason } from './translate-reason.ts'
export type * from './types.ts'
export { readWithdrawalSettings } from './withdrawals/config.ts'
