/**
 * What officers decide about people (ADM-07, ADM-08, ADM-11). No schema yet: decisions are kept by the module they are about.
 *
 * Invariants: nobody decides about themselves; every decision was approved again by its officer (step-up) and has a reason where the
 * person is told one; a document is decided once.
 */

export type { ComplianceDependencies } from './create-compliance.ts'
export { createCompliance } from './create-compliance.ts'
