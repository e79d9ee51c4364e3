/** Metrics for alarms: work past its deadline, by kind. Each has its rules beside it. */
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import { deadlinesAt } from '../../reference/configuration/index.ts'
import type { DeadlinesContext } from './context.ts'
import { countWork } from './count-work.ts'

const MEASURES = declareMeasures('deadlines', {
  '{kind}_overdue': {
    name: 'deadlines_overdue',
    help: 'Work of compliance past its deadline in office hours',
    rules: [
      {
        alert: 'ComplianceWorkOverdue',
        when: '> 0',
        severity: 'ticket',
        summary: '{{ $value }} pieces of work of the kind {{ $labels.kind }} are past their deadline',
      },
    ],
  },
})

export const overdueFigures = (context: Pick<DeadlinesContext, 'db' | 'clock' | 'configuration'>): Gauges => ({
  measures: MEASURES,
  async read() {
    const { db, clock } = context
    const now = clock.now()
    const counted = await countWork(db, { now, deadlines: await deadlinesAt(context, db, now), except: null })
    return Object.fromEntries(counted.map(({ kind, overdue }) => [`${kind}_overdue`, overdue]))
  },
})
