/**
 * Desistimiento of a data request: ends requests that were not completed in two months (Ley 1581 de 2012, art. 15.1): each once, with any
 * number of processes.
 */
import { inTransaction } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/observability/log.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import { moveRequest } from './move-request.ts'
import { notifyPerson } from './notify-person.ts'
import { lockRequest, toDesist } from './request-store.ts'
import type { PrivacyContext } from './types.ts'
import { writeEntry } from './write-entry.ts'

const AT_ONCE = 200

/** A failing one does not prevent the others. @throws when there was one, after the others */
export async function desistOverdue(context: PrivacyContext, log: Pick<Log, 'error'>): Promise<void> {
  const { db, clock } = context
  const errors: unknown[] = []
  for (const id of await toDesist(db, clock.now(), AT_ONCE)) {
    try {
      await desist(context, id)
    } catch (error) {
      errors.push(error)
      log.error({ err: error, requestId: id }, 'a request about personal data could not be ended')
    }
    failpoint('privacy.desisted')
  }
  if (errors.length > 0) throw new AggregateError(errors, 'requests about personal data could not be ended')
}

const desist = (context: PrivacyContext, id: string): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    const row = await lockRequest(tx, id)
    const at = context.clock.now()
    // Completed, or ended by another process, meanwhile.
    if (!row?.completeBy || row.completeBy > at) return
    await moveRequest(tx, row, { to: 'desisted', at, actor: SYSTEM, set: { complete_by: null, ended_at: at } })
    await writeEntry(context, tx, row, { author: 'system', authorId: null, kind: 'desisted', at })
    await notifyPerson(context, tx, row, { step: 'desisted', version: row.version + 1 })
    failpoint('privacy.desisting')
  })
