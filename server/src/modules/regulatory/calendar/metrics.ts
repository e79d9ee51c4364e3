/** Metrics for alarms: overdue reports to authorities, and those due within a week. docs/operations.md has the thresholds. */
import type { Obligation } from '@tunjo/contract/regulatory-calendar'
import type { Gauges } from '../../../platform/gauges.ts'
import type { RegulatoryContext } from '../context.ts'
import { countMatches } from '../matches/match-store.ts'
import { countRos } from './calendar-store.ts'
import { obligationsOf } from './obligations.ts'

const SOON_DAYS = 7
const NOBODY = '00000000-0000-0000-0000-000000000000'

export const regulatoryMetrics = (context: Pick<RegulatoryContext, 'db' | 'clock'>): Gauges => ({
  name: 'regulatory',
  help: 'Monthly files of operations and of clients, absences of reports and matches with binding lists that are overdue or due within a week, approved reports that nobody filed yet, and matches that an authority was not told of',
  async read() {
    const { files, clientFiles, absences } = await obligationsOf(context, context.db)
    const { approved } = await countRos(context.db, NOBODY)
    const matches = await countMatches(context.db, { except: null, now: context.clock.now() })
    const all = [...files, ...clientFiles, ...absences]
    const isSoon = ({ state, daysLeft }: Obligation) => state === 'due' && daysLeft !== null && daysLeft <= SOON_DAYS
    return {
      overdue: all.filter(({ state }) => state === 'overdue').length + matches.overdue,
      due_soon: all.filter(isSoon).length + matches.due,
      ros_to_file: approved,
      matches_to_inform: matches.due + matches.overdue,
    }
  },
})
