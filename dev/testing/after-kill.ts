/**
 * Clean up after a killed process: the server ends its current statement, which holds locks until then; its leases of jobs and of events
 * expire, which simulates the time after which another process takes them over.
 */
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Connection } from '../../server/src/platform/database/database.ts'
import { CHILD_APPLICATION } from './child-process.ts'

const TIMEOUT_MS = 30_000

/** Call it when the process has ended; no other started by `runTypeScript` may use this database meanwhile. */
export async function afterKill(db: Connection): Promise<void> {
  await vi.waitUntil(async () => (await sessionsOfChildren(db)) === 0, { timeout: TIMEOUT_MS, interval: 20 })
  await sql`UPDATE platform.job SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL`.execute(db)
  await sql`UPDATE platform.event_consumer SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL`.execute(db)
}

async function sessionsOfChildren(db: Connection): Promise<number> {
  const found =
    await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = ${CHILD_APPLICATION}`.execute(db)
  return found.rows.length
}
