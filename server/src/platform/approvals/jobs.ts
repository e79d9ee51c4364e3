/** Jobs of approvals: expiry of requests and overdue reviews. */
import { inTransaction, type Transaction } from '../database/database.ts'
import { notifyOverdueReview } from './break-glass.ts'
import type { ApprovalsContext } from './context.ts'
import { emergencyIds, verifyEmergency } from './emergency-deeds.ts'
import { endUnverified } from './end-unverified.ts'
import { endIfExpired, lockExisting } from './request-transitions.ts'
import { hasValidSeal } from './sealed-request.ts'
import { expiredIds, overdueIds } from './store.ts'

const MINUTE_MS = 60_000
/** Sorts before every generated id. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

export function scheduleApprovalJobs(context: ApprovalsContext): void {
  context.jobs.schedule({ name: 'platform.approvals', everyMs: MINUTE_MS, run: () => sweepApprovals(context) })
}

async function expire(context: ApprovalsContext, tx: Transaction, id: string): Promise<void> {
  const request = await lockExisting(tx, id)
  if (hasValidSeal(context.seals, request)) await endIfExpired(context, tx, request)
  else await endUnverified(context, tx, request)
}

/** Under the lock of the request, so that a concurrent decision is seen completely or not at all. */
async function checkEmergency({ db, seals, log }: ApprovalsContext, id: string): Promise<void> {
  const isAsDone = await inTransaction(db, async (tx) => {
    const { agrees, hasForged } = await verifyEmergency(tx, seals, await lockExisting(tx, id))
    return agrees && !hasForged
  })
  if (!isAsDone)
    log.error(
      { securityEvent: 'approval_emergency_changed', approvalRequestId: id },
      'an emergency, or its review, is not what officers did',
    )
}

async function sweepApprovals(context: ApprovalsContext): Promise<void> {
  const { db, clock } = context
  for (let afterId: string | undefined = BEFORE_ALL; afterId !== undefined; ) {
    const ids: string[] = await expiredIds(db, clock.now(), afterId)
    for (const id of ids)
      await inTransaction(db, (tx) => expire(context, tx, id)).catch((error) =>
        context.log.error({ err: error, approvalRequestId: id }, 'an approval request could not expire: it is tried again in a minute'),
      )
    afterId = ids.at(-1)
  }
  for (const id of await overdueIds(db, clock.now())) await notifyOverdueReview(context, id)
  for (const id of await emergencyIds(db)) await checkEmergency(context, id)
}
