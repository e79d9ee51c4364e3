/** What time does to requests: they expire, and reviews become overdue. */
import { inTransaction } from '../database.ts'
import { tellOverdue } from './break-glass.ts'
import type { ApprovalsContext } from './context.ts'
import { endIfExpired, lockKnown } from './move-request.ts'
import { expiredIds, overdueIds } from './store.ts'

const MINUTE_MS = 60_000

export function scheduleApprovalJobs(context: ApprovalsContext): void {
  context.jobs.schedule({ name: 'platform.approvals', everyMs: MINUTE_MS, run: () => sweepApprovals(context) })
}

async function sweepApprovals(context: ApprovalsContext): Promise<void> {
  const { db, clock } = context
  for (const id of await expiredIds(db, clock.now()))
    await inTransaction(db, async (tx) => endIfExpired(context, tx, await lockKnown(tx, id)))
  for (const id of await overdueIds(db, clock.now())) await tellOverdue(context, id)
}
