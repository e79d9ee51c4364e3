/** Composition of approvals: kinds that modules register, and the jobs. */
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import type { Platform } from '../module.ts'
import { evidenceSeals } from '../secrets/evidence-seals.ts'
import { checkKind, hiddenFrom } from './confidential.ts'
import type { ApprovalsContext } from './context.ts'
import { sealOldDeeds } from './emergency-deeds.ts'
import { scheduleApprovalJobs } from './jobs.ts'
import { propose } from './propose.ts'
import { recordingAttempts } from './refused-attempts.ts'
import { approvalRoutes } from './routes.ts'
import { sealOldRequests } from './sealed-request.ts'
import { waitingTargets } from './store.ts'
import type { ApprovalKind, Approvals, Json } from './types.ts'

export function createApprovals({ secrets, ...parts }: Omit<ApprovalsContext, 'kinds' | 'seals'> & Pick<Platform, 'secrets'>): Approvals {
  const context: ApprovalsContext = { ...parts, seals: evidenceSeals(secrets), kinds: new Map() }
  scheduleApprovalJobs(context)
  return {
    name: 'approvals',
    routes: recordingAttempts(context, approvalRoutes(context)),
    register<P extends Json, R>(name: ApprovalKindName, kind: ApprovalKind<P, R>) {
      if (context.kinds.has(name)) throw new Error(`the approval kind ${name} is registered twice`)
      checkKind(name, kind)
      context.kinds.set(name, kind)
    },
    perform: (name, proposal) => propose(context, name, proposal),
    waitingTargets,
    async sealOldRows() {
      await sealOldRequests(context.db, context.seals)
      await sealOldDeeds(context.db, context.seals)
    },
    hiddenFrom: (connection, officer) => hiddenFrom(context, connection, officer),
  }
}
