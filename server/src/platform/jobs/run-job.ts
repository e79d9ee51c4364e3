/** One run of a job and its bookkeeping: done, rescheduled, retried or dead. */

import type { Database } from '../database/database.ts'
import { type Log, withoutSecrets } from '../observability/log.ts'
import type { Clock } from '../time/clock.ts'
import { SpanKind, traced } from '../tracing/traced.ts'
import { finishJob, type JobRow, type LeasedJob, markDead, runLater } from './job-store.ts'
import { holdLease, LeaseLost, type Moment } from './lease.ts'
import type { JobHandler } from './types.ts'

export const DEFAULT_LEASE_MS = 30_000
const DEFAULT_MAX_ATTEMPTS = 30
/** From this attempt on a failure is logged as an error: it does not pass without an operator. */
const WORRYING_ATTEMPTS = 10
const MAX_BACKOFF_MS = 300_000

export interface JobsContext {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  /** Interval of the safety-net poll for work that was not announced. Default 2 s. */
  readonly safetyNetMs?: number
}

export interface ClaimedJob {
  readonly row: JobRow
  readonly token: string
  readonly claimedAt: Moment
}

export async function runJob(context: JobsContext, handler: JobHandler, { row, token, claimedAt }: ClaimedJob): Promise<void> {
  const { db, clock } = context
  const held = { id: row.id, token }
  const log = context.log.child({ job: row.name, jobId: row.id })
  const lease = holdLease({ db, log }, { held, leaseMs: handler.leaseMs ?? DEFAULT_LEASE_MS, claimedAt })
  try {
    const again = await traced(`job ${row.name}`, { kind: SpanKind.CONSUMER, parent: row.traceparent }, () =>
      handler.run(row.payload, { attempt: row.attempts, log, lease }),
    )
    if (again) await runLater(db, held, { runAt: inMs(clock, again.againInMs), error: null })
    else await finishJob(db, held, clock.now())
  } catch (error) {
    if (error instanceof LeaseLost) log.warn({ attempt: row.attempts }, 'job was taken over, nothing done')
    else await fail({ ...context, log }, { handler, held, attempt: row.attempts, error })
  } finally {
    lease.end()
  }
}

interface Failure {
  readonly handler: JobHandler
  readonly held: LeasedJob
  readonly attempt: number
  readonly error: unknown
}

async function fail({ db, clock, log }: JobsContext, { handler, held, attempt, error: err }: Failure): Promise<void> {
  const error = withoutSecrets(err instanceof Error ? err.message : String(err))
  if (attempt >= (handler.maxAttempts ?? DEFAULT_MAX_ATTEMPTS)) {
    log.error({ err }, 'job failed at its last attempt')
    return markDead(db, held, { at: clock.now(), error })
  }
  log[attempt < WORRYING_ATTEMPTS ? 'warn' : 'error']({ err, attempt }, 'job failed, will be tried again')
  return runLater(db, held, { runAt: inMs(clock, Math.min(MAX_BACKOFF_MS, 250 * 2 ** attempt)), error })
}

const inMs = (clock: Clock, ms: number): Date => new Date(clock.now().getTime() + ms)
