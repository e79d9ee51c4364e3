/** Gauges of jobs: those that wait, are late, fail, or have failed for the last time. */
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { declareMeasures, type Gauges } from '../observability/gauges.ts'
import type { Clock } from '../time/clock.ts'

const MEASURES = declareMeasures(
  'jobs',
  {
    waiting: { help: 'Jobs that wait or run' },
    overdue: {
      help: 'Jobs that are late by more than a minute',
      rules: [
        {
          alert: 'JobsOverdue',
          when: '> 0',
          for: '10m',
          severity: 'page',
          summary: '{{ $value }} jobs are late: workers are dead or too few',
        },
      ],
    },
    failing: {
      help: 'Jobs that failed ten times or more and are tried again',
      rules: [
        {
          alert: 'JobsFailing',
          when: '> 0',
          for: '5m',
          severity: 'ticket',
          summary: '{{ $value }} jobs keep failing: money may wait for them',
        },
      ],
    },
    dead: {
      help: 'Jobs that failed at their last attempt and are not tried again',
      rules: [{ alert: 'JobDead', when: '> 0', severity: 'ticket', summary: '{{ $value }} jobs failed at their last attempt' }],
    },
  },
  (state) => ({ name: 'jobs', labels: { state } }),
)

export const jobGauges = ({ db, clock }: { readonly db: Database; readonly clock: Clock }): Gauges => ({
  measures: MEASURES,
  async read() {
    const counted = await sql<{ waiting: bigint; overdue: bigint; failing: bigint; dead: bigint }>`SELECT
      count(*) FILTER (WHERE dead_at IS NULL) AS waiting,
      count(*) FILTER (WHERE dead_at IS NULL AND run_at < ${clock.now()}::timestamptz - interval '1 minute') AS overdue,
      count(*) FILTER (WHERE dead_at IS NULL AND attempts >= 10) AS failing,
      count(*) FILTER (WHERE dead_at IS NOT NULL) AS dead
      FROM platform.job WHERE done_at IS NULL`.execute(db)
    return Object.fromEntries(Object.entries(counted.rows[0] ?? {}).map(([state, value]) => [state, Number(value)]))
  },
})
