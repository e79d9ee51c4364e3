/**
 * Pesos in and out by the banks: bank accounts, PSE deposits, transfers with a reference, withdrawals (BANK-01…04, MON-03, MON-04, MON-06).
 * Schema `payments`.
 *
 * Invariants:
 * - one deposit is one transaction of the provider: our id is its reference, which the provider accepts only once;
 * - a deposit is credited once, and only after the provider itself answered APPROVED with the same amount, currency and reference;
 * - a withdrawal's money is held in the transaction that records it, and is then paid once or returned once: an unknown outcome is a
 *   state (UNKNOWN) that is checked or repeated with the same key, never guessed;
 * - a line of a bank statement is posted once, by its identity at the bank; no customer is credited for one before two officers
 *   imported the statement (transfers/, decision 28); a line of company capital is booked by the module that keeps the capital
 *   (`CompanyCapital`);
 * - an ended movement is compared with the provider's record for ninety days; a difference, or a payment without a movement, is an
 *   anomaly (anomalies/, decision 61);
 * - at most 3 bank accounts per customer, each with its own alias; each addition, change and removal is kept, with its session.
 *
 * Emits `payments.deposit_created`, `…deposit_updated`, `…deposit_credited`, `…withdrawal_requested`, `…withdrawal_updated`,
 * `…withdrawal_settled`, `…withdrawal_returned`, `…withdrawal_reversed`, `…account_changed`. Publishes the view `payments.movement` for
 * read models, and `payments.bank_account_change_report` for the timeline of a customer.
 */
export { readPaymentsSettings } from './config.ts'
export { createPayments } from './create-payments.ts'
export { paymentProviderFindings } from './providers/provider-findings.ts'
export { translateReason } from './reasons.ts'
export { isInStatement } from './transfers/line-store.ts'
export type * from './types.ts'
