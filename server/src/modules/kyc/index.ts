/**
 * Who a customer is: dossier and verification level (KYC-15). Schema `kyc`.
 *
 * Invariants: one dossier per account; a level is verified only after the one below it. Emits no events yet.
 */
export { createKyc } from './create-kyc.ts'
export type * from './types.ts'
