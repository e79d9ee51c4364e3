/** What time does to requests: they expire, and reviews become overdue. */

import { inTransaction } from '../database.ts'
import { dateForPeople } from '../date-for-people.ts'
import { type ApprovalsContext, DECIDE } from './context.ts'
import { expire } from './decide.ts'
import { expiredIds, insertEvent, lockRequest, markOverdue, overdueIds } from './store.ts'

const MINUTE_MS = 60_000

export function scheduleApprovalJobs(context: ApprovalsContext): void {
  context.jobs.schedule({ name: 'platform.approvals', everyMs: MINUTE_MS, run: () => sweepApprovals(context) })
}

async function sweepApprovals(context: ApprovalsContext): Promise<void> {
  const { db, clock } = context
  for (const id of await expiredIds(db, clock.now())) await expire(context, id)
  for (const id of await overdueIds(db, clock.now())) await tellOverdue(context, id)
}

async function tellOverdue({ db, clock, staff, tell, kinds }: ApprovalsContext, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, id)
    if (!request?.reviewDueAt || request.reviewedAt || request.reviewOverdueAt) return
    const at = clock.now()
    await markOverdue(tx, id, at)
    await insertEvent(tx, id, { event: 'review_overdue', at, by: null, note: null })
    const kind = kinds.get(request.kind)
    const title = kind ? (await kind.describe(tx, kind.parse(request.params))).title : request.kind
    const values = { title, due: dateForPeople(request.reviewDueAt) }
    for (const officer of await staff.officersWith(tx, DECIDE)) await tell(tx, officer, { kind: 'approvals.review_due', values })
  })
}
