/**
 * Who is who: accounts, credentials, sessions (ID-01, ID-02, ID-04).
 *
 * Invariants: one account per e-mail; no answer tells whether an e-mail has an account; passwords and tokens are kept as hashes
 * only; a refresh token works once; an ended session, a suspended account or a changed role ends live access within 5 seconds.
 * Emits `identity.account_created` and `identity.signed_in`.
 */
export { createIdentity } from './create-identity.ts'
export type * from './types.ts'
