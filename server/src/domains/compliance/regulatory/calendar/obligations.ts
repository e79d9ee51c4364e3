/** Obligations of every month since the first customer. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { Obligation } from '@tunjo/contract/regulatory-calendar'
import type { UiafReport } from '@tunjo/contract/regulatory-files'
import type { Connection } from '../../../../platform/database/database.ts'
import type { RegulatoryContext } from '../context.ts'
import { newestFiles } from '../uiaf/file-store.ts'
import { dueDayOf } from '../uiaf/layout.ts'
import { absencesOf, firstMonth, monthsWithRos } from './calendar-store.ts'
import { absenceOf, CARF_FIRST_YEAR, carfObligationOf, monthOf, monthsSince, obligationOf } from './rules.ts'

export interface Obligations {
  readonly today: string
  /** Newest first. */
  readonly files: readonly Obligation[]
  readonly clientFiles: readonly Obligation[]
  readonly absences: readonly Obligation[]
  /** Yearly reports of crypto-assets, by the last month of the year. */
  readonly carfFiles: readonly Obligation[]
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
    carfFiles: await carfDue(connection, { months, today }),
    absences: months.map((month) => {
      const absence = absences.get(month)
      const filed = absence ? { number: absence.number, on: absence.on } : null
      return absenceOf({ month, today, filed, isNeedless: reported.has(month) })
    }),
  }
}

async function carfDue(connection: Connection, { months, today }: { months: readonly string[]; today: string }): Promise<Obligation[]> {
  const files = new Map((await newestFiles(connection, 'carf')).map((row) => [row.month, row]))
  const years = [...new Set(months.map((month) => month.slice(0, 4)))].filter((year) => year >= CARF_FIRST_YEAR)
  return years.map((year) => {
    const { filedNumber = null, filedOn = null } = files.get(`${year}-12`) ?? {}
    const filed = filedNumber !== null && filedOn !== null ? { number: filedNumber, on: filedOn } : null
    return carfObligationOf({ year, today, filed })
  })
}

async function filesDue(
  connection: Connection,
  report: Exclude<UiafReport, 'carf'>,
  { months, today }: { months: readonly string[]; today: string },
): Promise<Obligation[]> {
  const files = new Map((await newestFiles(connection, report)).map((row) => [row.month, row]))
  return months.map((month) => {
    const { filedNumber = null, filedOn = null } = files.get(month) ?? {}
    const filed = filedNumber !== null && filedOn !== null ? { number: filedNumber, on: filedOn } : null
    return obligationOf({ month, today, dueDay: dueDayOf(report), filed, isNeedless: false })
  })
}
