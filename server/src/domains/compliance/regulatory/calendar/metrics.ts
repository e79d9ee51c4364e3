/** Metrics for alarms: overdue reports to authorities, and those due within a week. Each has its rules beside it. */
import type { Obligation } from '@tunjo/contract/regulatory-calendar'
import { declareMeasures, type Gauges } from '../../../../platform/observability/gauges.ts'
import type { RegulatoryContext } from '../context.ts'
import { countMatches } from '../matches/match-store.ts'
import { countRos } from './calendar-store.ts'
import { obligationsOf } from './obligations.ts'

const MEASURES = declareMeasures('regulatory', {
  overdue: {
    help: 'Reports to authorities whose day has passed, and confirmed matches whose hours have',
    rules: [
      { alert: 'RegulatoryReportOverdue', when: '> 0', severity: 'page', summary: '{{ $value }} reports to authorities are overdue' },
    ],
  },
  due_soon: { help: 'Reports to authorities that are due within seven days' },
  ros_to_file: {
    help: 'Approved suspicious activity reports that are not filed yet',
    rules: [
      {
        alert: 'SuspiciousActivityReportUnfiled',
        when: '> 0',
        for: '24h',
        severity: 'page',
        summary: '{{ $value }} approved suspicious activity reports were not filed for a day',
      },
    ],
  },
  matches_to_inform: { help: 'Confirmed matches with binding lists that were not reported to the authorities' },
})

const SOON_DAYS = 7
const NO_OFFICER = '00000000-0000-0000-0000-000000000000'

export const regulatoryMetrics = (context: Pick<RegulatoryContext, 'db' | 'clock'>): Gauges => ({
  measures: MEASURES,
  async read() {
    const { files, clientFiles, carfFiles, absences } = await obligationsOf(context, context.db)
    const { approved } = await countRos(context.db, NO_OFFICER)
    const matches = await countMatches(context.db, { except: null, now: context.clock.now() })
    const all = [...files, ...clientFiles, ...carfFiles, ...absences]
    const isSoon = ({ state, daysLeft }: Obligation) => state === 'due' && daysLeft !== null && daysLeft <= SOON_DAYS
    return {
      overdue: all.filter(({ state }) => state === 'overdue').length + matches.overdue,
      due_soon: all.filter(isSoon).length + matches.due,
      ros_to_file: approved,
      matches_to_inform: matches.due + matches.overdue,
    }
  },
})
