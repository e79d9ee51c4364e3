/** Metrics for alarms: requests about personal data that are overdue or due soon. docs/operations.md has the thresholds. */
import type { Figures } from '../../platform/figures.ts'
import { countDue, countOpen } from './request-store.ts'
import { soonDue } from './rules.ts'
import type { PrivacyContext } from './types.ts'

export const privacyFigures = ({ db, clock }: Pick<PrivacyContext, 'db' | 'clock'>): Figures => ({
  name: 'privacy',
  help: 'Requests about personal data that wait for an answer, and those whose term by the law is over or ends soon',
  async read() {
    const now = clock.now()
    return { ...(await countOpen(db, now)), due_soon: await countDue(db, { after: now, until: soonDue(now) }) }
  },
})
