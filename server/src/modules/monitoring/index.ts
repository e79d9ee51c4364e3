/**
 * Monitoring of customers by rule (ADM-13): finds what an officer should see, says why, and closes what is over. Schema `monitoring`.
 *
 * Invariants: what is found and the alert about it are one transaction; the same finding (rule, version, person, period and fingerprint)
 * raises once, whoever hears of it and however often; PEP and Listas are never closed here; nobody who moves money waits for a rule.
 * Reads the views that other modules publish. A rule is one file in `rules/`; what it is called and its numbers stand in the contract's
 * catalogue, and what two officers decided about its mode and its numbers in `rule_version`, which only grows (`versions/`).
 */
export { createMonitoring } from './create-monitoring.ts'
