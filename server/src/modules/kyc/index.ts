/**
 * Who a customer is: survey, forms, documents, dossier and verification level (KYC-01…KYC-17). Schema `kyc`.
 *
 * Invariants: a level is verified only after the one below it, by a reviewer, from documents that were all accepted; a submission is
 * under review as a whole or not at all; what was sent changes only where a reviewer declined it; one dossier per document.
 * Emits `kyc.survey_answered`, `kyc.form_sent`, `kyc.documents_reviewed`, `kyc.level_changed`. Publishes the views `kyc.personal_data`,
 * `kyc.person_state`, `kyc.waiting_person`, and for rules `kyc.changed_item` and `kyc.survey_report`.
 */

export type * from './core/types.ts'
export { createKyc } from './create-kyc.ts'
