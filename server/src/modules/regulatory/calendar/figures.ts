/** Numbers for alarms: reports to the UIAF whose day has passed, and those that are due within a week. docs/operations.md says when they are red. */
import type { Obligation } from '@tunjo/contract/regulatory-calendar'
import type { Figures } from '../../../platform/figures.ts'
import type { RegulatoryContext } from '../context.ts'
import { countRos } from './calendar-store.ts'
import { obligationsOf } from './obligations.ts'

const SOON_DAYS = 7
const NOBODY = '00000000-0000-0000-0000-000000000000'

export const regulatoryFigures = (context: Pick<RegulatoryContext, 'db' | 'clock'>): Figures => ({
  name: 'regulatory',
  help: 'Monthly files and absences of reports that are overdue or due within a week, and approved reports that nobody filed yet',
  async read() {
    const { files, absences } = await obligationsOf(context, context.db)
    const { approved } = await countRos(context.db, NOBODY)
    const all = [...files, ...absences]
    const isSoon = ({ state, daysLeft }: Obligation) => state === 'due' && daysLeft !== null && daysLeft <= SOON_DAYS
    return { overdue: all.filter(({ state }) => state === 'overdue').length, due_soon: all.filter(isSoon).length, ros_to_file: approved }
  },
})
