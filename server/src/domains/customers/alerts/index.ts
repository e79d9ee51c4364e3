/**
 * Alerts about customers (ADM-10). Schema `alerts`: an episode for each time that an alert was open, and its findings.
 *
 * Invariants: one open episode for each customer, kind and type; no officer opens or closes an alert about themselves; one officer alone
 * does not close Listas or PEP, nor an alert that requires enhanced due diligence while none is in force; an officer's change has a reason
 * and is in the audit trail. Rules use `raise`, and `raiseBatch` for many, in the transaction of their findings, any number of times; an
 * open alert becomes graver and never less. A postponed alert stays open, returns on its day or with a new finding, and is postponed for 30
 * days in total without new findings. Emits `alerts.opened`, `alerts.found_again` and `alerts.closed`, which rules and risk consume.
 * Publishes `alerts.open_reference`: the evidence of open alerts.
 */
export type { Alerts } from './create-alerts.ts'
export { createAlerts } from './create-alerts.ts'
export { alertDueState, alertHours } from './due.ts'
export type { EpisodeWithFindings } from './episode-store.ts'
export type { Cause } from './episodes.ts'
export { fieldChanges } from './evidence/field-changes.ts'
export { fieldNames } from './evidence/field-names.ts'
export type { EvidenceRef } from './evidence/types.ts'
