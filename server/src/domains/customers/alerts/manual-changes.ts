/**
 * Alerts opened and closed manually by an officer: with a reason, never about themselves, as the signed-in officer (SEC-10), and in the
 * audit trail (ADM-10).
 */

import { CLOSED_AFTER_DILIGENCE, CLOSED_BY_TWO_OFFICERS, TYPED_ALERTS } from '@tunjo/contract/alert-kinds'
import { startOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { AlertVerdict } from '@tunjo/contract/compliance-alerts'
import { validate as isUuid } from 'uuid'
import type { PersonActor } from '../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { refuse, refuseIf } from '../../../platform/http/refusal.ts'
import { tidyText } from '../../../platform/phrases/visible-text.ts'
import { officer } from '../../../platform/state-machine/index.ts'
import type { AlertsContext } from './context.ts'
import { type AlertKey, lockOpenEpisode } from './episode-store.ts'
import { type Cause, close, isOpen, raise } from './episodes.ts'
import { checkSnooze, checkTotal, snooze, wake } from './snooze.ts'

export interface ChangeByHand {
  readonly alertId: number
  readonly alertTypeId: number | null
  readonly message: string
  readonly userId: string
  readonly verdict?: AlertVerdict | undefined
  readonly seenUntil?: Date | undefined
  readonly actor: PersonActor
}

/** @throws Refused `alerts.already_active` */
export const activate = (context: AlertsContext, change: ChangeByHand): Promise<AlertKey> =>
  byHand(context, change, 'alerts.activated', async (tx, key, cause) => {
    if ((await raise(context, tx, key, cause)) === 'added') refuse('alerts.already_active')
  })

/** @throws Refused `alerts.not_active`, `alerts.closed_by_two`, `compliance.edd_missing` */
export const deactivate = (context: AlertsContext, change: ChangeByHand): Promise<AlertKey> =>
  byHand(context, change, 'alerts.deactivated', async (tx, key, cause) => {
    if (CLOSED_BY_TWO_OFFICERS.includes(key.kind)) refuse('alerts.closed_by_two')
    if (CLOSED_AFTER_DILIGENCE.includes(key.kind)) await checkDiligence(context, tx, key)
    if (!(await close(context.outbox, tx, key, cause))) refuse('alerts.not_active')
  })

/** A record in force covers the volume that the rule finds repeatedly until its review. */
async function checkDiligence({ diligence }: AlertsContext, tx: Transaction, key: AlertKey): Promise<void> {
  if (!(await isOpen(tx, key))) refuse('alerts.not_active')
  if (!(await diligence.isInForce(tx, key.accountId))) refuse('compliance.edd_missing')
}

interface SnoozeByHand extends ChangeByHand {
  readonly untilDay: string
}

/** @throws Refused `alerts.not_active`, `alerts.never_snoozed`, `alerts.snooze_out_of_bounds`, `alerts.snooze_used_up` */
export async function snoozeByHand(context: AlertsContext, { untilDay, ...change }: SnoozeByHand): Promise<AlertKey> {
  const { db, clock } = context
  const key = await keyOf(context, change)
  refuseIf(checkSnooze(key.kind, untilDay, clock.now()))
  const { actor, message } = change
  await inTransaction(db, async (tx) => {
    const open = (await lockOpenEpisode(tx, key)) ?? refuse('alerts.not_active')
    const until = startOfBogotaDay(untilDay)
    refuseIf(checkTotal(open, until))
    await snooze(context, tx, open, { at: clock.now(), until, by: actor.accountId, reason: tidyText(message) }, actor)
  })
  return key
}

/** @throws Refused `alerts.not_active`, `alerts.not_snoozed` */
export async function wakeByHand(context: AlertsContext, change: ChangeByHand): Promise<AlertKey> {
  const { db, clock } = context
  const key = await keyOf(context, change)
  await inTransaction(db, async (tx) => {
    const open = (await lockOpenEpisode(tx, key)) ?? refuse('alerts.not_active')
    if (!open.snoozedUntil) refuse('alerts.not_snoozed')
    await wake(context, tx, open, { actor: change.actor, reason: tidyText(change.message), at: clock.now() })
  })
  return key
}

type Work = (tx: Transaction, key: AlertKey, cause: Cause) => Promise<void>

async function byHand(
  context: AlertsContext,
  change: ChangeByHand,
  action: 'alerts.activated' | 'alerts.deactivated',
  work: Work,
): Promise<AlertKey> {
  const { db, clock, audit } = context
  const { actor, message, verdict, seenUntil } = change
  const key = await keyOf(context, change)
  const comment = tidyText(message)
  await inTransaction(db, async (tx) => {
    await work(tx, key, { at: clock.now(), actor: officer(actor.accountId), comment, verdict, seenUntil })
    const after = { alertId: key.kind, alertTypeId: key.typeId, ...(verdict && { verdict }) }
    await audit.record(tx, { actor, action, object: { type: 'account', id: key.accountId }, after, reason: comment })
  })
  return key
}

async function keyOf({ identity, parameters }: AlertsContext, change: ChangeByHand): Promise<AlertKey> {
  const { alertId: kind, alertTypeId: typeId } = change
  // Ids are case-insensitive in the database, so an own id in capitals must be recognised.
  const accountId = change.userId.toLowerCase()
  if (accountId === change.actor.accountId) refuse('compliance.own_account')
  if (!isUuid(accountId) || !(await identity.person(accountId))) refuse('request.not_found')
  if (typeId === null && TYPED_ALERTS[kind] !== undefined) refuse('alerts.type_required')
  if (typeId !== null && !parameters.alertType(kind, typeId)) refuse('alerts.type_unknown')
  return { accountId, kind, typeId }
}
