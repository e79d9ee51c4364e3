/**
 * What officers read and decide about people (ADM-02, ADM-04 … ADM-08, ADM-11), and about
 * the way into their accounts (ADM-15). Schema `compliance`: who is at which review, and why something was decided; what was decided is kept by the module it is about.
 *
 * Invariants: nobody decides about themselves; every decision was approved again by its officer (step-up) and has a reason where the
 * person is told one; a document is decided once, and by nobody but the officer who has taken the review, while one has; every read of a
 * person is in the audit trail; an enhanced due diligence counts when a second officer approved it who wrote none of it,
 * and until the day of its review.
 */
export { createAccountAccess } from './access/create-access.ts'
export type { ComplianceDependencies } from './context.ts'
export { createCompliance } from './create-compliance.ts'
export { createDueDiligence, type DueDiligence } from './due-diligence/create-due-diligence.ts'
