/**
 * Monitoring of customers by rule (ADM-13): finds what an officer should see, says why, and closes what is over. Schema `monitoring`.
 *
 * Invariants: what is found and the alert about it are one transaction; the same finding (rule, version, person, period and fingerprint)
 * raises once, whoever hears of it and however often; PEP and Listas are never closed here; nobody who moves money waits for a rule.
 * Reads the views that other modules publish. A rule is one file in `rules/`; its numbers stand in `numbers.ts`, by version.
 */
export { createMonitoring } from './create-monitoring.ts'
