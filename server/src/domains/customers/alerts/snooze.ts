/**
 * Postponed alerts: they stay open for every rule and limit, but are hidden from officers until their day. They return automatically, and
 * immediately with a new finding.
 */

import { NEVER_SNOOZED, SNOOZE_DAYS_MAX } from '@tunjo/contract/alert-kinds'
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { AuditActor } from '../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { type Refusal, refusal } from '../../../platform/http/refusal.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/observability/log.ts'
import { deadlinesAt } from '../../reference/configuration/index.ts'
import type { AlertsContext } from './context.ts'
import { alertDue } from './due.ts'
import { type AlertKey, dueSnoozes, type EpisodeRow, lockOpenEpisode, type Snooze, setSnooze } from './episode-store.ts'
import { STORED_WORDS } from './words.ts'

export const SYSTEM_ACTOR = { kind: 'system', name: 'alerts' } as const satisfies AuditActor

const DAY_MS = 86_400_000
const LOOK_EVERY_MS = 60_000
const AT_ONCE = 500

/** From tomorrow on: postponing to today has no effect. */
export function checkSnooze(kind: number, untilDay: string, now: Date): Refusal | null {
  if (NEVER_SNOOZED.includes(kind)) return refusal('alerts.never_snoozed')
  const until = startOfBogotaDay(untilDay)
  return until > now && until <= lastFrom(now) ? null : refusal('alerts.snooze_out_of_bounds')
}

/** Repeated postponements have the same limit as one: an alert unseen for a month must be decided, unless there was a new finding. */
export const checkTotal = ({ firstSnoozedAt }: Pick<EpisodeRow, 'firstSnoozedAt'>, until: Date): Refusal | null =>
  firstSnoozedAt && until > lastFrom(firstSnoozedAt) ? refusal('alerts.snooze_used_up') : null

/** The last day that both limits allow; null: none is left. */
export function snoozableUntil({ kind, firstSnoozedAt }: Pick<EpisodeRow, 'kind' | 'firstSnoozedAt'>, now: Date): string | null {
  if (NEVER_SNOOZED.includes(kind)) return null
  const last = lastFrom(firstSnoozedAt ?? now)
  return last > now ? bogotaDay(last) : null
}

const lastFrom = (at: Date): Date => startOfBogotaDay(bogotaDay(new Date(at.getTime() + SNOOZE_DAYS_MAX * DAY_MS)))

interface Act {
  readonly actor: AuditActor
  readonly reason: string
  readonly at: Date
}

type SnoozeContext = Pick<AlertsContext, 'audit' | 'configuration'>

export async function snooze(context: SnoozeContext, tx: Transaction, open: EpisodeRow, wanted: Snooze, actor: AuditActor): Promise<void> {
  // The deadline starts on the day on which it returns.
  await setSnooze(tx, open.id, wanted, alertDue(wanted.until, open.severity, await deadlinesAt(context, tx, wanted.at)))
  const after = { ...entryOf(open), until: wanted.until.toISOString() }
  await context.audit.record(tx, { actor, action: 'alerts.snoozed', object: objectOf(open), after, reason: wanted.reason })
}

export async function wake(context: SnoozeContext, tx: Transaction, open: EpisodeRow, { actor, reason, at }: Act): Promise<void> {
  await setSnooze(tx, open.id, null, alertDue(at, open.severity, await deadlinesAt(context, tx, at)))
  const before = { ...entryOf(open), until: open.snoozedUntil?.toISOString() ?? null }
  await context.audit.record(tx, { actor, action: 'alerts.snooze_ended', object: objectOf(open), before, reason })
}

const objectOf = ({ accountId }: EpisodeRow) => ({ type: 'account', id: accountId })
const entryOf = ({ kind, typeId }: EpisodeRow) => ({ alertId: kind, alertTypeId: typeId })

type WakeContext = Pick<AlertsContext, 'db' | 'clock'> & SnoozeContext

export function scheduleSnoozes(context: WakeContext, jobs: Pick<Jobs, 'schedule'>): void {
  jobs.schedule({ name: 'alerts.snoozes', everyMs: LOOK_EVERY_MS, run: ({ log }) => wakeDue(context, log) })
}

/** A failure for one does not block the others. @throws when there was one, after the others */
export async function wakeDue(context: WakeContext, log: Pick<Log, 'error'>): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  const errors: unknown[] = []
  for (const key of await dueSnoozes(db, now, AT_ONCE)) {
    try {
      await wakeOne(context, key, now)
    } catch (error) {
      errors.push(error)
      log.error({ err: error, ...key }, 'a postponed alert could not be taken up')
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'postponed alerts could not be taken up')
}

const wakeOne = (context: WakeContext, key: AlertKey, now: Date): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    const open = await lockOpenEpisode(tx, key)
    // An officer resumed or postponed it meanwhile.
    if (!open?.snoozedUntil || open.snoozedUntil > now) return
    await wake(context, tx, open, { actor: SYSTEM_ACTOR, reason: String(STORED_WORDS.snoozeEnded), at: now })
  })
