/**
 * Pesos in and out by the banks: bank accounts, PSE deposits, transfers with a reference, withdrawals (BANK-01…04, MON-03, MON-04, MON-06). Schema `payments`.
 *
 * Invariants:
 * - one deposit is one transaction of the provider: our id is its reference, which the provider takes once for ever;
 * - a deposit is credited once, and only after the provider itself said APPROVED with the same amount, currency and reference;
 * - a withdrawal's money is held in the transaction that records it, and is then paid once or given back once: an unknown outcome
 *   is a state (UNKNOWN) that is asked about or repeated with the same key, never guessed;
 * - a line of a bank statement is posted once, by its identity at the bank; nobody is credited for one before two officers imported the
 *   statement (transfers/, decision 28); one that the house itself brought is booked by whoever keeps its capital (`HouseCapital`);
 * - a movement that ended is compared with the provider's record for ninety days; what differs, and what was paid and is no movement, is an
 *   anomaly (anomalies/, decision 61);
 * - at most 3 bank accounts a person, each with its own alias; each addition, change and removal is kept, with the session that made it.
 *
 * Emits `payments.deposit_created`, `…deposit_updated`, `…deposit_credited`, `…withdrawal_requested`, `…withdrawal_updated`,
 * `…withdrawal_settled`, `…withdrawal_returned`, `…withdrawal_reversed`, `…account_changed`. Publishes the view `payments.movement` for read models, and
 * `payments.bank_account_change_report` for the timeline of a person.
 */
export { createPayments } from './create-payments.ts'
export { isInStatement } from './transfers/line-store.ts'
export type * from './types.ts'
