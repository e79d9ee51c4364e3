/** Deadlines of work in office hours (set `deadlines`), for the modules that own the work. */
import type { DueState } from '@tunjo/contract/compliance-people'
import type { Connection } from '../../../platform/database/database.ts'
import { businessHoursBefore } from '../../../platform/time/business-days.ts'
import type { Configuration, InForce } from './types.ts'

export type Deadlines = InForce<'deadlines'>['numbers']

export async function deadlinesAt(
  { configuration }: { readonly configuration: Pick<Configuration, 'at'> },
  connection: Connection,
  at: Date,
): Promise<Deadlines> {
  return (await configuration.at(connection, 'deadlines', at)).numbers
}

/** Hours after which the assignee of the work is warned. */
export const hoursToWarn = (hours: number, { warnPercent }: Pick<Deadlines, 'warnPercent'>): number => (hours * Number(warnPercent)) / 100

/** For work whose end is stored, and not its beginning. */
export function dueState(dueAt: Date, hours: number, { now, deadlines }: { readonly now: Date; readonly deadlines: Deadlines }): DueState {
  if (now >= dueAt) return 'overdue'
  return now >= businessHoursBefore(dueAt, hours - hoursToWarn(hours, deadlines)) ? 'soon' : 'in_time'
}
