/**
 * Tables over the data of several modules: users and sign-ins for officers, and a person's copy of everything kept about them
 * (ID-07, ID-08, ID-09). Imports no module: reads the SQL views that their owners publish.
 *
 * Owns no tables. Invariants: only officers read about others; an export stands in the audit trail; a person's copy has no
 * secret. Emits no events.
 */
export { createReports } from './create-reports.ts'
