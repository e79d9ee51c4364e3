/** Metrics for alarms: requests about personal data that are overdue or due soon. Each has its rules beside it. */
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import { countDue, countOpen } from './request-store.ts'
import { soonDue } from './rules.ts'
import type { PrivacyContext } from './types.ts'

const MEASURES = declareMeasures('privacy', {
  open: { help: 'Requests about personal data that wait for an answer' },
  overdue: {
    help: 'Requests about personal data whose term by Ley 1581 de 2012 has expired',
    rules: [
      {
        alert: 'PrivacyRequestOverdue',
        when: '> 0',
        severity: 'page',
        summary: '{{ $value }} requests about personal data are past their term',
      },
    ],
  },
  due_soon: {
    help: 'Requests about personal data whose term ends within two business days',
    rules: [
      {
        alert: 'PrivacyRequestDueSoon',
        when: '> 0',
        severity: 'ticket',
        summary: '{{ $value }} requests about personal data are due within two business days',
      },
    ],
  },
})

export const privacyMetrics = ({ db, clock }: Pick<PrivacyContext, 'db' | 'clock'>): Gauges => ({
  measures: MEASURES,
  async read() {
    const now = clock.now()
    return { ...(await countOpen(db, now)), due_soon: await countDue(db, { after: now, until: soonDue(now) }) }
  },
})
