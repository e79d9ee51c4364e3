/** Stuck operations, past the time their state should take: each module finds its own and can retry one immediately. */
import type { AssetCode } from '@tunjo/contract/money'
import type { StoppedKind, StoppedWait } from '@tunjo/contract/stopped-operations'
import { type RawBuilder, sql } from 'kysely'
import type { Connection, Database } from '../database/database.ts'
import { announceWork } from '../jobs/wakeups.ts'

export interface StuckRow {
  readonly id: string
  readonly accountId: string | null
  readonly asset: AssetCode | null
  readonly amount: bigint | null
  readonly state: string
  readonly since: Date
  readonly waits: StoppedWait
  readonly lastError: string | null
  readonly nextTryAt: Date | null
}

export interface StuckSource {
  readonly kind: StoppedKind
  /** The oldest first, without those of `except`: no officer sees stuck operations about themselves. */
  list(limit: number, except?: string): Promise<readonly StuckRow[]>
  count(except?: string): Promise<number>
  /** Whether it exists and has not ended. */
  isOpen(id: string): Promise<boolean>
  /** Retry now what the product does automatically later: it decides nothing new, and may be done twice, also concurrently. */
  checkAgain(id: string): Promise<void>
}

interface Found {
  readonly kind: StoppedKind
  /** `SELECT` with the columns of `StuckRow`. */
  late(): RawBuilder<unknown> | Promise<RawBuilder<unknown>>
  /** `SELECT 1` of one that has not ended. */
  open(id: string): RawBuilder<unknown>
  checkAgain(id: string): Promise<void>
}

const NO_OFFICER = '00000000-0000-0000-0000-000000000000'

export const stuckSource = (db: Database, { kind, late, open, checkAgain }: Found): StuckSource => ({
  kind,
  async list(limit, except = NO_OFFICER) {
    const found = await sql<StuckRow>`SELECT id, "accountId", asset, amount, state, since, waits, "lastError", "nextTryAt"
      FROM (${await late()}) AS late WHERE "accountId" IS DISTINCT FROM ${except} ORDER BY since, id LIMIT ${limit}`.execute(db)
    return found.rows
  },
  async count(except = NO_OFFICER) {
    const counted = await sql<{ count: number }>`SELECT count(*)::int AS count FROM (${await late()}) AS late
      WHERE "accountId" IS DISTINCT FROM ${except}`.execute(db)
    return counted.rows[0]?.count ?? 0
  },
  isOpen: async (id) => (await sql`${open(id)}`.execute(db)).rows.length > 0,
  checkAgain,
})

/** Join of the job that continues an operation, as `job`. */
export const jobOf = (name: string, key: RawBuilder<unknown>) =>
  sql`LEFT JOIN platform.job AS job ON job.name = ${name} AND job.key = ${key}::text`
const OVERDUE_MS = 15 * 60_000
/** From this many failed attempts it does not pass without an operator. */
const FAILING_ATTEMPTS = 10

/** The job that should continue the operation is missing, ended, dead or overdue. */
export const isJobLate = (now: Date) => sql`(job.id IS NULL OR job.done_at IS NOT NULL OR job.dead_at IS NOT NULL
  OR job.run_at < ${before(now, OVERDUE_MS)} OR job.attempts >= ${FAILING_ATTEMPTS})`
export const jobWaits = (otherwise: RawBuilder<unknown>) => sql`CASE WHEN job.dead_at IS NOT NULL THEN 'job_dead'
  WHEN job.id IS NULL OR job.done_at IS NOT NULL THEN 'nobody' WHEN job.attempts >= ${FAILING_ATTEMPTS} THEN 'job_failing' ELSE ${otherwise} END`
export const jobColumns = sql`job.last_error AS "lastError",
  CASE WHEN job.done_at IS NULL AND job.dead_at IS NULL THEN job.run_at END AS "nextTryAt"`

/** Join of the newest event about an operation of the chain that a consumer could not handle, as `retry`. */
export const failedEventOf = (consumer: string, ref: RawBuilder<unknown>) => sql`LEFT JOIN LATERAL (
  SELECT r.last_error, r.run_at FROM platform.event_retry r JOIN platform.event e ON e.id = r.event_id
  WHERE r.consumer = ${consumer} AND e.type = 'blockchain.operation_updated' AND e.payload ->> 'ref' = ${ref}::text
  ORDER BY r.position DESC LIMIT 1) AS retry ON true`

export const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

/**
 * Make the job due now, whatever it waited for: a dead or ended one begins again. A running job stays unchanged. Its handler decides by the
 * stored state, as at any other time.
 */
export async function makeJobDue(
  connection: Connection,
  job: { id: string; name: string; key: string; payload: object; now: Date },
): Promise<void> {
  const { id, name, key, payload, now } = job
  await sql`INSERT INTO platform.job (id, name, key, payload, run_at) VALUES (${id}, ${name}, ${key}, ${JSON.stringify(payload)}, ${now})
    ON CONFLICT (name, key) DO UPDATE SET run_at = ${now}, done_at = NULL, dead_at = NULL,
      attempts = CASE WHEN job.dead_at IS NULL THEN job.attempts ELSE 0 END
    WHERE job.lease_until IS NULL OR job.lease_until < now()`.execute(connection)
  await announceWork(connection)
}
