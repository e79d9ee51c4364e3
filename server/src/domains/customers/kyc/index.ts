/**
 * Identity verification (KYC): survey, forms, documents, dossier and verification level (KYC-01…KYC-17). Schema `kyc`.
 *
 * Invariants: a level is verified only after the one below it, by a reviewer, from documents that were all accepted. A submission is under
 * review as a whole or not at all. A list of representatives and owners is written once, and so is a
 * certification of tax residence. Sent content changes only where a reviewer
 * declined it. One dossier per document. A renewal removes neither level nor limits, and the dossier stays in force until the new content
 * is accepted.
 * Emits `kyc.survey_answered`, `kyc.form_sent`, `kyc.documents_reviewed`, `kyc.level_changed`, `kyc.renewal_accepted`,
 * `kyc.representatives_written`. Publishes the views `kyc.personal_data`, `kyc.person_state`, `kyc.waiting_person`, `kyc.accepted_data`,
 * `kyc.open_renewal`, and for rules `kyc.changed_item`, `kyc.survey_report`, `kyc.accepted_document`, `kyc.sent_nit` and `kyc.asked_again`.
 */

export type * from './core/types.ts'
export { createKyc } from './create-kyc.ts'
