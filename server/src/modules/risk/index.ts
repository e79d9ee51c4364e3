/**
 * Risk of a person and whether they may move money (ADM-09). Schema `risk`: where a person stands, how the level is made line by line, and every
 * change with its reason.
 *
 * Invariants: what counts is never below a floor whose cause is open, whoever says so; it is the highest of the floors, else an officer's own
 * level, which has an end, else the points; one officer alone takes freedom away and never gives it back; whoever is at high risk, or has the
 * alert Listas open, moves nothing, at medium risk only with the permission, which lapses when the risk changes; nobody decides about
 * themselves; every change stands in the history, in the audit trail, and holds for the next movement of money; the person never hears why.
 * Emits `risk.level_changed` and `risk.permission_changed`. Publishes the views `risk.payout_block` and `risk.looked_closer`. Reads the views that other modules publish.
 */
export { createRisk } from './create-risk.ts'
export type { Risk, StandingRow } from './types.ts'
