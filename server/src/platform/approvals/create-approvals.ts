/** Composition of approvals: kinds that modules register, and the jobs. */
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { checkKind, hiddenFrom } from './confidential.ts'
import type { ApprovalsContext } from './context.ts'
import { scheduleApprovalJobs } from './jobs.ts'
import { perform } from './propose.ts'
import { approvalRoutes } from './routes.ts'
import { waitingTargets } from './store.ts'
import type { ApprovalKind, Approvals, Json } from './types.ts'

export function createApprovals(parts: Omit<ApprovalsContext, 'kinds'>): Approvals {
  const context: ApprovalsContext = { ...parts, kinds: new Map() }
  scheduleApprovalJobs(context)
  return {
    name: 'approvals',
    routes: approvalRoutes(context),
    register<P extends Json, R>(name: ApprovalKindName, kind: ApprovalKind<P, R>) {
      if (context.kinds.has(name)) throw new Error(`the approval kind ${name} is registered twice`)
      checkKind(name, kind)
      context.kinds.set(name, kind)
    },
    perform: (name, proposal) => perform(context, name, proposal),
    waitingTargets,
    hiddenFrom: (connection, officer) => hiddenFrom(context, connection, officer),
  }
}
