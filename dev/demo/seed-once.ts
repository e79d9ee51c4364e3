/** Run a seed of the demo once in the life of its database: later changes of its users are kept. */
import { sql } from 'kysely'
import { type Database, inTransaction } from '../../server/src/platform/database/database.ts'

/**
 * The mark is written first and becomes visible when the work is committed: a process that starts concurrently waits for it, and after an
 * interruption the work runs again, so that `work` must be safe to run twice.
 */
export async function seedOnce(db: Database, name: string, work: () => Promise<void>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const marked = await sql`INSERT INTO platform.setting (name, value) VALUES (${`demo.seeded.${name}`}, 'true')
      ON CONFLICT (name) DO NOTHING RETURNING 1`.execute(tx)
    if (marked.rows.length === 1) await work()
  })
}
