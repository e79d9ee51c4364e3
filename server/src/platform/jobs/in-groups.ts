/** Jobs of use cases that run in groups, written in the statement that writes the rows that they are for. */
import { newId } from '../database/ids.ts'
import { currentTraceparent } from '../tracing/traced.ts'
import { inserted, type Work } from '../unit-of-work/index.ts'
import type { EnqueueOptions } from './types.ts'

type Job = EnqueueOptions & { readonly runAt: Date; readonly traceparent: string | null }

export const JOBS_ENQUEUED = inserted<Job>(
  'platform.job',
  [
    ['id', 'uuid', () => newId()],
    ['name', 'text', ({ name }) => name],
    ['key', 'text', ({ key }) => key],
    ['payload', 'jsonb', ({ payload }) => JSON.stringify(payload)],
    ['run_at', 'timestamptz', ({ runAt }) => runAt],
    ['traceparent', 'text', ({ traceparent }) => traceparent],
  ],
  'ON CONFLICT (name, key) DO NOTHING',
)

/** Enqueue a job; one with the same name and key that exists already stays as it is. */
export const enqueueIn = (work: Work, job: EnqueueOptions): void =>
  work.add(JOBS_ENQUEUED, { ...job, runAt: job.runAt ?? work.now, traceparent: currentTraceparent() })
