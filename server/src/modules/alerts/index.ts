/**
 * Alerts about people (ADM-10). Schema `alerts`: an episode for each time that an alert was open, and what was found while it was.
 *
 * Invariants: one open episode for each person, kind and type; nobody opens or closes an alert about themselves; one officer alone does
 * not close Listas or PEP, nor an alert that asks for enhanced due diligence while none is in force; an officer's change has a reason and stands in the audit trail. `raise`, and `raiseTogether` for many, is where rules come in: in the
 * transaction of what they saw, any number of times; an open alert becomes graver and never less. A postponed alert stays open, comes back on its day or with anything new,
 * and is postponed for 30 days in all unless something was found. Emits `alerts.opened`,
 * `alerts.found_again` and `alerts.closed`, which rules and risk hear. Publishes `alerts.open_reference`: what open alerts point to.
 */
export type { Alerts } from './create-alerts.ts'
export { createAlerts } from './create-alerts.ts'
export { alertDueState, alertHours } from './due.ts'
export type { EpisodeWithFindings } from './episode-store.ts'
export type { Cause } from './episodes.ts'
export { fieldChanges } from './evidence/field-changes.ts'
export { fieldNames } from './evidence/field-names.es.ts'
export type { EvidenceRef } from './evidence/types.ts'
