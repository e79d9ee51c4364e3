/** Calls of officers over obligations to the UIAF, and absences of reports. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { regulatoryCalendar as contract, type Obligation } from '@tunjo/contract/regulatory-calendar'
import { type PersonActor, personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { excerpt } from '../../../../platform/phrases/visible-text.ts'
import { formatDay } from '../../../../platform/time/format-date.ts'
import type { RegulatoryContext } from '../context.ts'
import { countMatches } from '../matches/match-store.ts'
import { REGULATORY_WORDS } from '../regulatory-words.ts'
import { countRos, insertAbsence } from './calendar-store.ts'
import { obligationsOf } from './obligations.ts'
import { MONTHS_SHOWN_MAX, monthAfter } from './rules.ts'

export function calendarRoutes(context: RegulatoryContext): Route[] {
  const { db } = context
  return implement(
    contract,
    {
      async calendar({ caller }) {
        const { today, files, clientFiles, carfFiles, absences } = await obligationsOf(context, db)
        const matches = await countMatches(db, { except: caller.accountId, now: context.clock.now() })
        return {
          today,
          ros: await countRos(db, caller.accountId),
          matches: { ...matches, nextDueAt: matches.nextDueAt?.toISOString() ?? null },
          files: files.slice(0, MONTHS_SHOWN_MAX),
          clientFiles: clientFiles.slice(0, MONTHS_SHOWN_MAX),
          absences: absences.slice(0, MONTHS_SHOWN_MAX),
          carfFiles: [...carfFiles],
          isFileDayVerified: false,
        }
      },
      async declareAbsence({ caller, params: { month }, body, http }) {
        return declareAbsence(context, { month, ...body, actor: personActor(caller, http) })
      },
    },
    {
      async declareAbsence({ params: { month }, body: { number, on }, locale }) {
        const words = REGULATORY_WORDS[locale]
        return {
          title: words.absence,
          details: [
            { label: words.month, value: month },
            { label: words.filingNumber, value: excerpt(number) },
            { label: words.date, value: formatDay(on) },
          ],
        }
      },
    },
  )
}

interface Declared {
  readonly month: string
  readonly number: string
  readonly on: string
  readonly actor: PersonActor
}

async function declareAbsence(context: RegulatoryContext, { month, number, on, actor }: Declared): Promise<Obligation> {
  const { db, clock, audit } = context
  return inTransaction(db, async (tx) => {
    const [at, today] = [clock.now(), bogotaDay(clock.now())]
    const found = await absenceOfMonth(context, tx, month)
    if (found.state === 'coming') refuse('regulatory.month_not_over')
    if (found.state === 'not_needed') refuse('regulatory.absence_not_needed')
    if (on > today || on < `${monthAfter(month)}-01`) refuse('regulatory.day_invalid')
    if (!(await insertAbsence(tx, { month, number, on, by: actor.accountId, at }))) refuse('regulatory.absence_declared')
    const object = { type: 'ros_absence', id: month }
    await audit.record(tx, { actor, action: 'regulatory.absence_declared', object, after: { number, on } })
    return absenceOfMonth(context, tx, month)
  })
}

async function absenceOfMonth(context: RegulatoryContext, tx: Parameters<typeof insertAbsence>[0], month: string): Promise<Obligation> {
  const { absences } = await obligationsOf(context, tx)
  return absences.find((one) => one.month === month) ?? refuse('regulatory.month_unknown')
}
