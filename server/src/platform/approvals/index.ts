/**
 * Approvals: two officers for one decision (four eyes, maker-checker). Modules register kinds with `facts` and `execute`.
 *
 * Invariants: maker and checker are two people in two sessions and neither is the person concerned; a request is executed at most once, in
 * the transaction that approves it, and only while the facts are those that its maker saw; no officer can approve it after 48 hours; what
 * was asked for never changes; a confidential request is hidden from officers without its permission. One officer alone executes only by
 * breaking the glass, which another must review within a business day.
 */
export { createApprovals } from './create-approvals.ts'
export { approvalGauges } from './metrics.ts'
export type { ApprovalKind, Approvals, Execution, HiddenRequests, Json, NotifyOfficer, RequestStep, StaffDirectory } from './types.ts'
