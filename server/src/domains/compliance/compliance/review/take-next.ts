/** Take next: release the current review and take the first of `nextWaiting` without a lease. */
import type { PersonActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { deadlinesAt } from '../../../reference/configuration/index.ts'
import type { ComplianceContext } from '../context.ts'
import { nextWaiting } from '../people/list-people.ts'
import { reviewersOf } from './assign.ts'
import { releaseLease, takeLease } from './lease.ts'

/** At least one of these is free, unless as many officers take the next one concurrently. */
const CANDIDATES = 20

interface NextAsked {
  /** The customer whose review the officer has open. */
  readonly after: string | null
  readonly officerId: string
  readonly actor: PersonActor
}

export async function takeNext(context: ComplianceContext, { after, officerId, actor }: NextAsked): Promise<string | null> {
  const { db, clock, audit } = context
  const now = clock.now()
  const asked = { officerId, after, now, reviewers: await reviewersOf(context), deadlines: await deadlinesAt(context, db, now) }
  const candidates = await nextWaiting(db, asked, CANDIDATES)
  return inTransaction(db, async (tx) => {
    if (after && (await releaseLease(tx, { accountId: after, officerId, now })))
      await audit.record(tx, { actor, action: 'kyc.review_released', object: { type: 'account', id: after.toLowerCase() } })
    for (const accountId of candidates) {
      const lease = await takeLease(tx, { accountId, officerId, now })
      if (lease.officerId !== officerId) continue
      await audit.record(tx, { actor, action: 'kyc.review_taken', object: { type: 'account', id: accountId } })
      return accountId
    }
    audit.unchanged()
    return null
  })
}
