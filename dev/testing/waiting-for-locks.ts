/** Number of statements of this database that wait for a lock that another transaction holds. */
import { sql } from 'kysely'
import type { Connection } from '../../server/src/platform/database/database.ts'

export async function waitingForLocks(db: Connection): Promise<number> {
  const found = await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
  return found.rows.length
}
