/** What authorities have to be told: opened by the event of a confirmed hit, once for a person and an entry of a list. */
import type { Events } from '../../../events.ts'
import { inTransaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { newId } from '../../../platform/ids.ts'
import { Refused } from '../../../platform/refusal.ts'
import type { RegulatoryContext } from '../context.ts'
import { insertMatch } from './match-store.ts'
import { dueAt } from './rules.ts'

/** In the audit trail. */
export const MATCH_OBJECT = 'list_match'

/** May be called again for the same event. */
export async function openMatch(
  { db, audit, retention }: Pick<RegulatoryContext, 'db' | 'audit' | 'retention'>,
  { accountId, hitId, list, entryId, about, confirmedAt: confirmed }: Events['screening.binding_match'],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // The papers stay from here on: a match that is open keeps them.
    await retention.holdPapers(tx, accountId).catch(passIfDestroyed)
    const confirmedAt = new Date(confirmed)
    const id = newId()
    if (!(await insertMatch(tx, { id, accountId, hitId, list, entryId, about, confirmedAt, dueAt: dueAt(confirmedAt) }))) return
    // Names the match and never whom it is about, as those of suspicious transaction reports.
    const actor = { kind: 'system', name: 'regulatory' } as const
    await audit.record(tx, { actor, action: 'regulatory.match_opened', object: { type: MATCH_OBJECT, id }, after: { list } })
    failpoint('regulatory.match_opened')
  })
  failpoint('regulatory.match_kept')
}

/** Papers that are destroyed can be kept no more; that somebody of a list was here is told all the same. */
function passIfDestroyed(error: unknown): void {
  if (!(error instanceof Refused) || error.refusal.code !== 'retention.already_destroyed') throw error
}
