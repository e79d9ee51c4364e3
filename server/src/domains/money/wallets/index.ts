/**
 * Balances of a customer, with their present and past values in pesos: a read model over ledger and pricing (MON-01, MON-02).
 *
 * Owns no tables and emits no events. Invariant: an amount without a trustworthy price has no value, which is never zero.
 */
export { createWallets } from './create-wallets.ts'
export type * from './types.ts'
