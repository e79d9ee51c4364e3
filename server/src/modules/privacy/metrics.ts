/** Metrics for alarms: requests about personal data that are overdue or due soon. docs/operations.md has the thresholds. */
import type { Gauges } from '../../platform/gauges.ts'
import { countDue, countOpen } from './request-store.ts'
import { soonDue } from './rules.ts'
import type { PrivacyContext } from './types.ts'

export const privacyMetrics = ({ db, clock }: Pick<PrivacyContext, 'db' | 'clock'>): Gauges => ({
  name: 'privacy',
  help: 'Requests about personal data that wait for an answer, and those whose term by the law is over or ends soon',
  async read() {
    const now = clock.now()
    return { ...(await countOpen(db, now)), due_soon: await countDue(db, { after: now, until: soonDue(now) }) }
  },
})
