/**
 * Habeas-data requests (Ley 1581 de 2012; ADM-20, SEC-75): queries and claims of people about their personal data, with the terms of the
 * law. Schema `privacy`.
 *
 * Invariants: a term is counted in business days of Colombia and ends with its last day; it is extended once and before its end. Only the
 * officer who has a request decides it, and never their own. Texts are sealed with the key of the person and never changed. A request
 * outlives the account.
 */
export { createPrivacy } from './create-privacy.ts'
