/**
 * Habeas-data requests (Ley 1581 de 2012; ADM-20, SEC-75): what people ask and claim about their personal data, with the terms of the law. Schema `privacy`.
 *
 * Invariants: a term is counted in business days of Colombia and ends with its last day; it is extended once and before its end; only the
 * officer who has a request decides it, and never their own; what was written is sealed with the key of the person and never changed; a
 * request outlives the account.
 */
export { createPrivacy } from './create-privacy.ts'
