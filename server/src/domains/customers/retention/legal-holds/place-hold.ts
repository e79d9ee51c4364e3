/** Places a legal hold: one officer alone, since it only keeps. */
import type { Audit, PersonActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { holdDocuments } from '../hold-documents.ts'
import type { RetentionContext } from '../purge-expired.ts'
import { type HoldRow, insertHold } from './hold-store.ts'

interface NewHold {
  readonly accountId: string
  readonly reason: string
  readonly actor: PersonActor
}

export async function placeHold(
  { db, clock, audit, identity }: Pick<RetentionContext, 'db' | 'clock' | 'identity'> & { audit: Audit },
  { accountId, reason, actor }: NewHold,
): Promise<HoldRow> {
  if (accountId === actor.accountId) refuse('approvals.person_concerned')
  return inTransaction(db, async (tx) => {
    await holdDocuments({ identity }, tx, accountId)
    const hold = await insertHold(tx, { id: newId(), accountId, reason, placedAt: clock.now(), placedBy: actor.accountId })
    const object = { type: 'account', id: accountId }
    await audit.record(tx, { actor, action: 'retention.legal_hold_placed', object, after: { holdId: hold.id }, reason })
    return hold
  })
}
