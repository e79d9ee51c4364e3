/**
 * Rule-based monitoring of customers (ADM-13): finds what an officer should see, gives the reason, and closes what has ended. Schema
 * `monitoring`.
 *
 * Invariants: a finding and its alert are one transaction; the same finding (rule, version, customer, period and fingerprint) raises once,
 * for any number of deliveries of an event; PEP and Listas are never closed here; no money movement waits for a rule. Reads the views that
 * other modules publish. A rule is one file in `rules/`; its name and numbers are in the contract's catalogue, and the decisions of two
 * officers about its mode and numbers in `rule_version`, which is append-only (`versions/`).
 */

export { createMonitoring } from './create-monitoring.ts'
export { RULE_CATALOGUE } from './rules/rule-words.ts'
