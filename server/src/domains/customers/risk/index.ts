/**
 * Risk of a customer and permission to move money (ADM-09). Schema `risk`: the risk profile, its level line by line, and every change with
 * its reason.
 *
 * Invariants: the effective risk is never below a floor whose cause is open, whatever officers set; it is the highest of the floors, else
 * an officer's own level, which expires, else the points; one officer alone can restrict and never release; a customer at high risk, or
 * with the alert Listas open, moves no money, one at medium risk only with the permission, which lapses when the risk changes; no officer
 * decides about themselves; every change is in the history and in the audit trail, and applies to the next movement of money; the reason is
 * never disclosed to the customer. Emits `risk.level_changed` and `risk.permission_changed`. Publishes the views `risk.payout_block` and
 * `risk.looked_closer`. Reads the views that other modules publish.
 */

export { createRisk } from './create-risk.ts'
export { COMMENT_CATALOGUE as RISK_COMMENTS } from './risk-words.ts'
export type { Risk, RiskProfileRow } from './types.ts'
