/** HTTP routes of reviews: their data and their leases. */
import { complianceReview as contract } from '@tunjo/contract/compliance-review'
import { personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../../../platform/http/route.ts'
import type { ComplianceContext } from '../context.ts'
import { personReview } from '../person/person-review.ts'
import { personRead } from '../person/routes.ts'
import { assignReview, refuseOwnOrUnknown, toAssignee } from './assign.ts'
import { releaseLease, takeLease, toLease } from './lease.ts'
import { takeNext } from './take-next.ts'

export function reviewRoutes(context: ComplianceContext): Route[] {
  return implement(contract, {
    personReview: async (read) => personReview(context, (await personRead(context, read, 'review')).id, read.caller),
    // Ids are case-insensitive in the database, so an own id in capitals must be recognised.
    takeReview: ({ caller, body, http }) => take(context, body.userId.toLowerCase(), caller, http),
    releaseReview: ({ caller, body, http }) => release(context, body.userId.toLowerCase(), caller, http),
    async assignReview({ caller, body, http }) {
      const [accountId, to, from] = [body.userId.toLowerCase(), body.officerId?.toLowerCase() ?? null, body.from?.toLowerCase() ?? null]
      await assignReview(context, { accountId, to, from, caller, http })
      return { assignee: await toAssignee(context, accountId, caller.accountId) }
    },
    async claimReview({ caller, body: { userId, isMine }, http }) {
      const [accountId, mine] = [userId.toLowerCase(), caller.accountId]
      await refuseOwnOrUnknown(context, accountId, mine)
      const held = await toAssignee(context, accountId, mine)
      if ((held?.isMine ?? false) !== isMine)
        await assignReview(context, { accountId, to: isMine ? mine : null, from: isMine ? null : mine, caller, http })
      else context.audit.unchanged()
      return { assignee: await toAssignee(context, accountId, mine) }
    },
    async nextReview({ caller, body, http }) {
      return { userId: await takeNext(context, { after: body.after, officerId: caller.accountId, actor: personActor(caller, http) }) }
    },
  })
}

async function take(context: ComplianceContext, accountId: string, caller: Caller, http: HttpContext) {
  const { db, clock, audit, identity } = context
  const officerId = caller.accountId
  await refuseOwnOrUnknown(context, accountId, officerId)
  const now = clock.now()
  const row = await inTransaction(db, async (tx) => {
    const lease = await takeLease(tx, { accountId, officerId, now })
    const isNew = lease.officerId === officerId && lease.takenAt.getTime() === now.getTime()
    const object = { type: 'account', id: accountId }
    if (isNew) await audit.record(tx, { actor: personActor(caller, http), action: 'kyc.review_taken', object })
    else audit.unchanged()
    return lease
  })
  return toLease(identity, row, officerId)
}

async function release({ db, clock, audit }: ComplianceContext, accountId: string, caller: Caller, http: HttpContext) {
  const released = await inTransaction(db, async (tx) => {
    const isReleased = await releaseLease(tx, { accountId, officerId: caller.accountId, now: clock.now() })
    const object = { type: 'account', id: accountId }
    if (isReleased) await audit.record(tx, { actor: personActor(caller, http), action: 'kyc.review_released', object })
    else audit.unchanged()
    return isReleased
  })
  return { released }
}
