/**
 * Identity: accounts, credentials, factors (MFA), sessions, devices (ID-01 … ID-10).
 *
 * Invariants: one account per e-mail; no answer discloses whether an e-mail has an account; passwords and tokens are stored as hashes only;
 * a refresh token and the link of a mail work once. An ended session, a suspended, closed or frozen account or a changed role ends live
 * access within 5 seconds. Every change that an attacker would make first is notified by mail and holds withdrawals for a day. A guarded
 * call runs only with a grant for this account, session, call and its values, which it consumes; a proof of a factor works once. A text
 * that changed asks for consent again before anything new begins with money.
 * `core/` holds the parts that are independent of the caller: stores, rules, tokens, links, sessions. Each other folder is a flow; flows
 * never import each other.
 * Emits the events `identity.…`; listens to `payments.withdrawal_requested` and `payments.account_changed`, to notify the customer.
 */

export { makeAdministratorLink } from './accounts/first-administrators.ts'
export { readIdentitySettings } from './core/config.ts'
export { translateOrigin } from './core/devices/translate-origin.ts'
export type * from './core/types.ts'
export { createIdentity } from './create-identity.ts'
