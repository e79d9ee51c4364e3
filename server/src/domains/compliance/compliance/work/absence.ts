/** Absence of an officer until a day: their work returns to its queues, and until then no work is assigned to them. Ends automatically. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { ABSENCE_DAYS_MAX } from '@tunjo/contract/work-queues'
import { personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller, HttpContext } from '../../../../platform/http/route.ts'
import type { ComplianceContext } from '../context.ts'
import { absentUntil, writeAbsence } from './absence-store.ts'
import { releaseHeldWork } from './work-hold.ts'
import { holdersOf, lockWork } from './work-store.ts'

const DAY_MS = 86_400_000

interface AbsenceAsked {
  readonly caller: Caller
  readonly http: HttpContext
  /** The last day; null: back. */
  readonly untilDay: string | null
}

/** @throws Refused `compliance.absence_out_of_bounds` */
export function changeAbsence(context: ComplianceContext, { caller, http, untilDay }: AbsenceAsked): Promise<void> {
  const [officerId, now] = [caller.accountId, context.clock.now()]
  if (untilDay !== null && !isWithin(untilDay, now)) refuse('compliance.absence_out_of_bounds', { days: ABSENCE_DAYS_MAX })
  return inTransaction(context.db, async (tx) => {
    await lockWork(tx)
    const before = await absentUntil(tx, officerId, now)
    if (before === untilDay) return context.audit.unchanged()
    await writeAbsence(tx, { officerId, untilDay, now })
    const [actor, object] = [personActor(caller, http), { type: 'account', id: officerId }]
    const change = { before: { untilDay: before }, after: { untilDay } }
    await context.audit.record(tx, { actor, action: 'compliance.absence_changed', object, ...change })
    if (untilDay === null) return
    for (const held of await holdersOf(tx, officerId)) await releaseHeldWork(context, tx, { ...held, officerId, actor })
  })
}

/** From today on. */
function isWithin(day: string, now: Date): boolean {
  const last = bogotaDay(new Date(now.getTime() + ABSENCE_DAYS_MAX * DAY_MS))
  return day >= bogotaDay(now) && day <= last
}
