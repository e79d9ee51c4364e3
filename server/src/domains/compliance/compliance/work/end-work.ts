/** Release of work that is done or no longer waits: a conversation that its customer resumes is free for all officers. */
import { WORK_QUEUES } from '@tunjo/contract/queued-kinds'
import { sql } from 'kysely'
import { inTransaction } from '../../../../platform/database/database.ts'
import { deadlinesAt } from '../../../reference/configuration/index.ts'
import { idsWaiting } from '../../deadlines/index.ts'
import type { ComplianceContext } from '../context.ts'
import { lockWork } from './work-store.ts'

export async function endWork(context: Pick<ComplianceContext, 'db' | 'clock' | 'configuration'>): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await lockWork(tx)
    const now = context.clock.now()
    const deadlines = await deadlinesAt(context, tx, now)
    for (const queue of WORK_QUEUES)
      await sql`DELETE FROM compliance.work_assignment WHERE queue = ${queue} AND work_id NOT IN (${idsWaiting({ deadlines, now }, queue)})`.execute(
        tx,
      )
  })
}
