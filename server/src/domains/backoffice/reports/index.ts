/**
 * Tables over the data of several modules: users and sign-ins for officers, and a person's copy of all data kept about them (ID-07, ID-08,
 * ID-09). Imports no module: reads the SQL views that their owners publish.
 *
 * Schema `reports`: the read model `reports.person`, one row for each person of the back-office's lists (ADM-01 … ADM-03), kept by triggers
 * in the transaction of each change; module compliance reads it. `case-archive/` exports a case as one signed archive. Invariants: only
 * officers read about others; every export is in the audit trail; a person's copy has no secret. Emits no events.
 */
export { createCaseArchiveSigner, keyIdOf } from './case-archive/signer.ts'
export { type CaseArchiveVerdict, verifyCaseArchive } from './case-archive/verify-case-archive.ts'
export { createReports } from './create-reports.ts'
export { type RenewalMonthsAt, scheduleRenewal } from './renewal/apply-months.ts'
export { countRenewals } from './renewal/count-renewals.ts'
