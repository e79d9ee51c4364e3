/**
 * Double-entry ledger: accounts, holds, transfers, hash chain. Append-only, and the only source of truth about balances (MON-10, R1, R4).
 *
 * Invariants: per asset all `posted` add up to zero; `posted − held` of a customer is never below zero; `held` is the sum of the open
 * holds; a transfer's row never changes and is part of a SHA-256 chain; one id has one effect; every balance carries the seal of its last
 * writer, and nothing is posted from one without a valid seal.
 *
 * Publishes the view `ledger.entry` for read models. Emits no events: the transfers are their own outbox, in order of `batch_seq`.
 *
 * Made by `createLedger({ db, clock, log, secrets, env }): Ledger`.
 */
export { customerAccount, systemAccount } from './account.ts'
export { checkSealKeys } from './check-seal-keys.ts'
export { createLedger, type LedgerOptions } from './create-ledger.ts'
export { checkProof } from './prove.ts'
export { GENESIS } from './replay.ts'
export type * from './types.ts'
