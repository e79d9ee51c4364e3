/** Obligations of every month since the first customer. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { Obligation } from '@tunjo/contract/regulatory-calendar'
import type { UiafReport } from '@tunjo/contract/regulatory-files'
import type { Connection } from '../../../platform/database.ts'
import type { RegulatoryContext } from '../context.ts'
import { newestFiles } from '../uiaf/file-store.ts'
import { CURRENT_LAYOUTS } from '../uiaf/layout.ts'
import { absencesOf, firstMonth, monthsWithRos } from './calendar-store.ts'
import { absenceOf, monthOf, monthsSince, obligationOf } from './rules.ts'

export interface Obligations {
  readonly today: string
  /** Newest first. */
  readonly files: readonly Obligation[]
  readonly clientFiles: readonly Obligation[]
  readonly absences: readonly Obligation[]
}

export async function obligationsOf({ clock }: Pick<RegulatoryContext, 'clock'>, connection: Connection): Promise<Obligations> {
  const today = bogotaDay(clock.now())
  const months = monthsSince((await firstMonth(connection)) ?? monthOf(today), today)
  const absences = new Map((await absencesOf(connection)).map((one) => [one.month, one]))
  const reported = await monthsWithRos(connection)
  return {
    today,
    files: await filesDue(connection, 'operations', { months, today }),
    clientFiles: await filesDue(connection, 'clients', { months, today }),
    absences: months.map((month) => {
      const absence = absences.get(month)
      const filed = absence ? { number: absence.number, on: absence.on } : null
      return absenceOf({ month, today, filed, isNeedless: reported.has(month) })
    }),
  }
}

async function filesDue(
  connection: Connection,
  report: UiafReport,
  { months, today }: { months: readonly string[]; today: string },
): Promise<Obligation[]> {
  const files = new Map((await newestFiles(connection, report)).map((row) => [row.month, row]))
  return months.map((month) => {
    const { filedNumber = null, filedOn = null } = files.get(month) ?? {}
    const filed = filedNumber !== null && filedOn !== null ? { number: filedNumber, on: filedOn } : null
    return obligationOf({ month, today, dueDay: CURRENT_LAYOUTS[report].dueDay, filed, isNeedless: false })
  })
}
