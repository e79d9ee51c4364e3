/** Pending notices to authorities: opened by the event of a confirmed hit, once for a person and an entry of a list. */
import type { Events } from '../../../../events.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { Refused } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import type { RegulatoryContext } from '../context.ts'
import { insertMatch } from './match-store.ts'
import { dueAt } from './rules.ts'

/** Object type in the audit trail. */
export const MATCH_OBJECT = 'list_match'

/** Idempotent for the same event. */
export async function openMatch(
  { db, audit, retention }: Pick<RegulatoryContext, 'db' | 'audit' | 'retention'>,
  { accountId, hitId, list, entryId, about, confirmedAt: confirmed }: Events['screening.binding_match'],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // An open match keeps the documents from here on.
    await retention.holdDocuments(tx, accountId).catch(passIfDestroyed)
    const confirmedAt = new Date(confirmed)
    const id = newId()
    if (!(await insertMatch(tx, { id, accountId, hitId, list, entryId, about, confirmedAt, dueAt: dueAt(confirmedAt) }))) return
    // Names the match and never its person, like entries of suspicious transaction reports.
    const actor = { kind: 'system', name: 'regulatory' } as const
    await audit.record(tx, { actor, action: 'regulatory.match_opened', object: { type: MATCH_OBJECT, id }, after: { list } })
    failpoint('regulatory.match_opened')
  })
  failpoint('regulatory.match_kept')
}

/** Destroyed documents cannot be kept any more; the notice to the authorities is due nevertheless. */
function passIfDestroyed(error: unknown): void {
  if (!(error instanceof Refused) || error.refusal.code !== 'retention.already_destroyed') throw error
}
