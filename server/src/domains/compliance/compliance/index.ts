/**
 * Case management for officers (ADM-02, ADM-04 … ADM-08, ADM-11) and account access controls (ADM-15). Schema `compliance`: review leases,
 * and the reasons of decisions; each decision itself is stored by the module it is about.
 *
 * Invariants: no officer decides about themselves; every decision was confirmed by its officer (step-up) and has a reason where the
 * customer is given one; a document is decided once, and while a review has a lease only by its officer; every read of a customer is in the
 * audit trail; an enhanced due diligence is valid when a second officer who wrote none of it approved it, until the day of its review.
 */
export { createAccountAccess } from './access/create-account-access.ts'
export type { ComplianceDependencies } from './context.ts'
export { createCompliance } from './create-compliance.ts'
export { createDueDiligence, type DueDiligence } from './due-diligence/create-due-diligence.ts'
