/** Health checks of the platform: migrations, disk, backlog of jobs and events, schedules, the core behind the web role. */
import { management } from '@tunjo/contract/management'
import { sql } from 'kysely'
import type { Connection, Database } from '../database/database.ts'
import type { MigrationSource } from '../database/migration-files.ts'
import { missingMigrations } from '../database/migrations.ts'
import { createFreeSpace } from '../files/index.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { HealthCheck } from '../observability/health-check.ts'
import type { PlatformSettings } from '../process/config.ts'
import { fetchWithin } from '../process/fetch-within.ts'
import type { Clock } from '../time/clock.ts'

/** A due job that no process runs for this long: all workers are busy, stopped or too few. */
const OLDEST_JOB_SECONDS = 300
/** Events that a consumer has not handled yet. */
const EVENT_LAG = 10_000
/** Migrations are files that are read and hashed: once they were complete, they are compared no more often. */
const MIGRATIONS_EVERY_MS = 60_000
const CORE_WITHIN_MS = 2_000

/** A process whose version needs a migration that the database lacks fails, while one of the previous version works. */
export function migrationsCheck(db: Database, sources: readonly MigrationSource[]): HealthCheck {
  let completeAtMs = Number.NEGATIVE_INFINITY
  return {
    name: 'migrations',
    isOwn: true,
    async read() {
      if (performance.now() - completeAtMs < MIGRATIONS_EVERY_MS) return [{ isFine: true, measured: 0, limit: 0 }]
      const missing = (await missingMigrations(db, sources)).length
      if (missing === 0) completeAtMs = performance.now()
      return [{ isFine: missing === 0, reason: 'The database lacks migrations of this version.', measured: missing, limit: 0 }]
    },
  }
}

export function diskCheck(settings: Pick<PlatformSettings, 'dataDir' | 'freeMinimumBytes'>): HealthCheck {
  const { freeBytes } = createFreeSpace(settings)
  const limit = settings.freeMinimumBytes
  return {
    name: 'disk',
    isOwn: true,
    async read() {
      const measured = await freeBytes()
      return [{ isFine: measured >= limit, reason: 'The disk of DATA_DIR has less free space than its minimum.', measured, limit }]
    },
  }
}

/** Age of the oldest due job, by the product's clock, which dates jobs. */
export const jobsCheck = ({ db, clock }: { db: Connection; clock: Clock }): HealthCheck => ({
  name: 'jobs',
  isOwn: false,
  async read() {
    const { rows } = await sql<{
      age: number
    }>`SELECT coalesce(extract(epoch FROM ${clock.now()}::timestamptz - min(run_at)), 0)::float8 AS age
      FROM platform.job WHERE done_at IS NULL AND dead_at IS NULL AND (lease_until IS NULL OR lease_until < now())`.execute(db)
    const measured = Math.max(0, Math.round(rows[0]?.age ?? 0))
    return [{ isFine: measured <= OLDEST_JOB_SECONDS, reason: 'A due job waits for a worker.', measured, limit: OLDEST_JOB_SECONDS }]
  },
})

export const eventsCheck = (db: Connection): HealthCheck => ({
  name: 'events',
  isOwn: false,
  async read() {
    const { rows } = await sql<{ lag: number }>`SELECT coalesce(max(last - position), 0)::float8 AS lag
      FROM platform.event_consumer, platform.event_sequencer`.execute(db)
    const measured = rows[0]?.lag ?? 0
    return [{ isFine: measured <= EVENT_LAG, reason: 'A consumer of events is far behind.', measured, limit: EVENT_LAG }]
  },
})

/** Seconds since the last success of each schedule. */
export const schedulesCheck = ({ scheduleAges }: Pick<Jobs, 'scheduleAges'>): HealthCheck => ({
  name: 'schedule',
  isOwn: false,
  async read() {
    const ages = await scheduleAges()
    return ages.map(({ name, ageSeconds, limitSeconds }) => ({
      part: name,
      isFine: ageSeconds <= limitSeconds,
      reason: 'The last success is too long ago.',
      measured: Math.round(ageSeconds),
      limit: limitSeconds,
    }))
  },
})

/** The connection of the web role to its core, as the connection of a core to its database. */
export const coreCheck = (coreUrl: string): HealthCheck => ({
  name: 'core',
  isOwn: true,
  async read() {
    const answer = await fetchWithin(CORE_WITHIN_MS, coreUrl + management.live.path).catch(() => null)
    await answer?.body?.cancel()
    return [{ isFine: answer?.ok ?? false, reason: 'The core does not answer.' }]
  },
})
