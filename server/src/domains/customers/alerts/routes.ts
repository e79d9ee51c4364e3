/** HTTP routes of the alerts of one customer. A read is recorded before its answer is sent. */

import { alertEvidence } from '@tunjo/contract/alert-evidence'
import { ALERT_KINDS, SYSTEM_REVIEWER } from '@tunjo/contract/alert-kinds'
import { nameOfAlert } from '@tunjo/contract/alert-names'
import { nameOfSeverity } from '@tunjo/contract/alert-severity'
import {
  type AlertHistory,
  AlertStatus,
  type AlertVerdict,
  complianceAlerts as contract,
  type OpenAlert,
} from '@tunjo/contract/compliance-alerts'
import type { Locale } from '@tunjo/contract/locales'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../platform/audit/index.ts'
import { toCsv } from '../../../platform/csv/csv.ts'
import { dateForSheets } from '../../../platform/csv/date-for-sheets.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { localeOf } from '../../../platform/http/preferred-locale.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../../platform/http/route.ts'
import { deadlinesAt } from '../../reference/configuration/index.ts'
import type { AlertsContext } from './context.ts'
import { alertDueState } from './due.ts'
import { type AlertKey, type EpisodeRow, episodesOf, type OpenEpisode, openEpisodes } from './episode-store.ts'
import { listEpisodes } from './evidence/list-episodes.ts'
import { activate, deactivate, snoozeByHand, wakeByHand } from './manual-changes.ts'
import { snoozableUntil } from './snooze.ts'
import { ALERT_WORDS } from './words.ts'
import { writeComment } from './write-comment.ts'

interface Call {
  readonly caller: Caller
  readonly http: HttpContext
}
interface Body {
  readonly alertId: number
  readonly alertTypeId?: number | null
  readonly message: string
  readonly userId: string
  readonly verdict?: AlertVerdict | undefined
  readonly seenUntil?: string | undefined
}

export function alertRoutes(context: AlertsContext): Route[] {
  const { db } = context
  const change = async ({ caller, http, body }: Call & { body: Body }, act: typeof activate) => {
    const { alertId, alertTypeId = null, message, userId, verdict } = body
    const seenUntil = body.seenUntil === undefined ? undefined : new Date(body.seenUntil)
    return act(context, { alertId, alertTypeId, message, userId, verdict, seenUntil, actor: personActor(caller, http) })
  }
  const stillOpen = async ({ http }: Call, { accountId, kind, typeId }: AlertKey): Promise<OpenAlert> => {
    const episode = (await openEpisodes(db, accountId)).find((one) => one.kind === kind && one.typeId === typeId)
    // It was closed concurrently.
    return episode ? shownOpen(context, episode, localeOf(http)) : refuse('alerts.not_active')
  }
  const opened = async (call: Call & { body: Body }): Promise<OpenAlert> => {
    return stillOpen(call, await change(call, activate))
  }
  const closed = async (call: Call & { body: Body }) => {
    const { accountId, kind } = await change(call, deactivate)
    const isOpen = (await openEpisodes(db, accountId)).some((one) => one.kind === kind)
    return { alertId: kind, state: isOpen ? ('Si' as const) : ('No' as const) }
  }
  return implement(contract, {
    async snoozeAlert(call) {
      const { untilDay } = call.body
      return stillOpen(call, await change(call, (_context, asked) => snoozeByHand(context, { ...asked, untilDay })))
    },
    wakeAlert: async (call) => stillOpen(call, await change(call, wakeByHand)),
    activateAlert: opened,
    activateTypedAlert: opened,
    deactivateAlert: closed,
    deactivateTypedAlert: closed,
    async alertHistory({ caller, http, query }) {
      const accountId = await personRead(context, { caller, http }, query.userId, 'alert-history')
      return history(context, await episodesOf(db, accountId, query.alertId), localeOf(http))
    },
    alertHistoryCsv: (call) => historyCsv(context, call, call.query),
    async alertsStatus({ caller, http, query }) {
      const open = await openEpisodes(db, await personRead(context, { caller, http }, query.userId, 'alerts-status'))
      const has = new Set(open.map(({ kind }) => kind))
      return AlertStatus.parse(Object.fromEntries(ALERT_KINDS.map(({ id, status }) => [status, has.has(id) ? 'Si' : 'No'])))
    },
    async openAlerts({ caller, http, query }) {
      const open = await openEpisodes(db, await personRead(context, { caller, http }, query.userId, 'alerts'))
      return Promise.all(open.map((episode) => shownOpen(context, episode, localeOf(http))))
    },
  })
}

export const evidenceRoutes = (context: AlertsContext): Route[] =>
  implement(alertEvidence, {
    async alertEpisodes({ caller, http, query }) {
      const accountId = await personRead(context, { caller, http }, query.userId, 'alert-evidence')
      const nameOf = (officerId: string | null) => reviewer(context, officerId)
      return listEpisodes(context, { accountId, kind: query.alertId, callerId: caller.accountId, locale: localeOf(http), nameOf })
    },
  })

/** Returns the id as spelt in the database. @throws Refused `request.not_found`, `compliance.own_account` */
async function personRead({ db, audit, identity }: AlertsContext, { caller, http }: Call, userId: string, part: string) {
  const person = isUuid(userId) ? await identity.person(userId) : null
  if (!person) refuse('request.not_found')
  // An officer may be a customer too, but must not read what others recorded about them (Ley 526 de 1999).
  if (person.id.toLowerCase() === caller.accountId) refuse('compliance.own_account')
  const object = { type: 'account', id: person.id }
  const actor = personActor(caller, http)
  await inTransaction(db, (tx) => audit.record(tx, { actor, action: 'kyc.person_viewed', object, after: { part } }))
  return person.id
}

const reviewer = async ({ identity }: AlertsContext, id: string | null): Promise<string> =>
  id === null ? SYSTEM_REVIEWER : ((await identity.person(id))?.email ?? id)

async function shownOpen(context: AlertsContext, episode: OpenEpisode, locale: Locale): Promise<OpenAlert> {
  const { kind, typeId, openedAt, openedBy, hits, lastSeenAt, snoozedUntil, snoozedBy, snoozeReason, severity, dueAt } = episode
  const now = context.clock.now()
  const isSnoozed = snoozedUntil !== null && snoozedUntil > now
  const deadlines = await deadlinesAt(context, context.db, now)
  return {
    alertId: kind,
    alertTypeId: typeId,
    alertType: typeId === null ? null : (context.parameters.alertType(kind, typeId)?.name ?? null),
    since: openedAt.toISOString(),
    openedBy: await reviewer(context, openedBy),
    comment: openingOf(context, episode, locale),
    severity,
    due: { at: dueAt.toISOString(), state: alertDueState(dueAt, severity, { now, deadlines }) },
    snoozed: isSnoozed ? { until: snoozedUntil.toISOString(), by: await reviewer(context, snoozedBy), reason: snoozeReason ?? '' } : null,
    snoozableUntil: snoozableUntil(episode, now),
    hits,
    lastSeenAt: (lastSeenAt ?? openedAt).toISOString(),
  }
}

/** The reviewer is the officer who closed it; while it is open, the one who opened it. */
const history = (context: AlertsContext, episodes: readonly EpisodeRow[], locale: Locale): Promise<AlertHistory> =>
  Promise.all(
    episodes.map(async (episode): Promise<AlertHistory[number]> => {
      const { kind, openedAt, closedAt, openedBy, closedBy } = episode
      const by = await reviewer(context, closedAt ? closedBy : openedBy)
      const comments = [openingOf(context, episode, locale), closingOf(context, episode, locale)] as const
      return [kind, openedAt.toISOString(), closedAt?.toISOString() ?? null, by, ...comments]
    }),
  )

const openingOf = (context: AlertsContext, { openingComment, openingParts }: EpisodeRow, locale: Locale): string =>
  writeComment(context, openingComment, openingParts, locale)

const closingOf = (context: AlertsContext, { closingComment, closingParts }: EpisodeRow, locale: Locale): string | null =>
  closingComment === null ? null : writeComment(context, closingComment, closingParts, locale)

async function historyLine(context: AlertsContext, episode: EpisodeRow, locale: Locale): Promise<string[]> {
  const { kind, typeId, severity, openedAt, openedBy, closedAt, closedBy, verdict } = episode
  return [
    nameOfAlert(kind, locale) ?? '',
    typeId === null ? '' : (context.parameters.alertType(kind, typeId)?.name ?? String(typeId)),
    nameOfSeverity(severity, locale),
    dateForSheets(openedAt),
    await reviewer(context, openedBy),
    openingOf(context, episode, locale),
    closedAt ? dateForSheets(closedAt) : '',
    closedAt ? await reviewer(context, closedBy) : '',
    closingOf(context, episode, locale) ?? '',
    verdict ? ALERT_WORDS[locale].verdicts[verdict] : '',
  ]
}

/** Recorded before it is sent: an unrecorded export must not exist (SEC-44). */
async function historyCsv(context: AlertsContext, { caller, http }: Call, { userId, alertId }: { userId: string; alertId: number }) {
  const { db, audit } = context
  const accountId = await personRead(context, { caller, http }, userId, 'alert-history')
  const locale = localeOf(http)
  const rows = await Promise.all((await episodesOf(db, accountId, alertId)).map((episode) => historyLine(context, episode, locale)))
  const entry = { actor: personActor(caller, http), action: 'reports.exported', object: { type: 'account', id: accountId } } as const
  await inTransaction(db, (tx) => audit.record(tx, { ...entry, after: { report: 'alertas', alertId, rows: rows.length } }))
  http.setHeader('content-disposition', 'attachment; filename="alertas.csv"')
  return toCsv([ALERT_WORDS[locale].columns, ...rows])
}
