/**
 * Risk of a person and whether they may move money (ADM-09). Schema `risk`: where a person stands, and every change with its reason.
 *
 * Invariants: what counts is never below what lists and PEP ask for; whoever is at high risk moves nothing, at medium risk only with the
 * permission, which lapses when the risk changes; one officer alone takes freedom away and never gives it back; nobody decides about
 * themselves; every change stands in the history, in the audit trail, and holds for the next movement of money. Emits `risk.permission_changed`.
 */
export { createRisk } from './create-risk.ts'
export type { Risk, StandingRow } from './types.ts'
