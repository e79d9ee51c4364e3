/** Metrics for alarms: work past its deadline, by kind. docs/operations.md has the thresholds. */
import type { Gauges } from '../../platform/gauges.ts'
import { deadlinesAt } from '../configuration/index.ts'
import type { DeadlinesContext } from './context.ts'
import { countWork } from './count-work.ts'

export const overdueFigures = (context: Pick<DeadlinesContext, 'db' | 'clock' | 'configuration'>): Gauges => ({
  name: 'deadlines',
  help: 'Work of compliance past its deadline in office hours, by kind',
  async read() {
    const { db, clock } = context
    const now = clock.now()
    const counted = await countWork(db, { now, deadlines: await deadlinesAt(context, db, now), except: null })
    return Object.fromEntries(counted.map(({ kind, overdue }) => [`${kind}_overdue`, overdue]))
  },
})
