/**
 * Approvals: two officers for one decision (four eyes). Modules register kinds with `facts` and `execute`.
 *
 * Invariants: maker and checker are two people in two sessions and neither is the person concerned; a request is executed at most once, in
 * the transaction that approves it, and only while the facts are those that its maker saw; after 48 hours nobody can approve it; what was
 * asked for never changes; of a confidential kind nobody learns who may not see it. One officer alone executes only by breaking the glass, which another must review within a business day.
 */
export { createApprovals } from './create-approvals.ts'
export { addApprovalMetrics } from './metrics.ts'
export type { ApprovalKind, Approvals, Execution, HiddenRequests, Json, RequestStep, StaffDirectory, TellOfficer } from './types.ts'
