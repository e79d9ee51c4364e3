/**
 * Alerts about people (ADM-10). Schema `alerts`: an episode for each time that an alert was open, and what was found while it was.
 *
 * Invariants: one open episode for each person, kind and type; nobody opens or closes an alert about themselves; one officer alone does
 * not close Listas or PEP; an officer's change has a reason and stands in the audit trail. `raise` is where rules come in: in the
 * transaction of what they saw, any number of times. A postponed alert stays open, comes back on its day or with anything new,
 * and is postponed for 30 days in all unless something was found. Emits `alerts.opened` and `alerts.closed`, which only rules hear.
 */
export type { Alerts } from './create-alerts.ts'
export { createAlerts } from './create-alerts.ts'
export type { EpisodeWithFindings } from './episode-store.ts'
