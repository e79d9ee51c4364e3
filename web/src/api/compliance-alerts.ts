/** Alerts about people, for officers (ADM-03, ADM-10). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { alertEvidence } from '@tunjo/contract/alert-evidence'
import { client } from '@tunjo/contract/client'
import {
  type AlertsChoice,
  type AlertsFilter,
  type AlertVerdict,
  complianceAlerts,
  compliancePeopleAlerts,
} from '@tunjo/contract/compliance-alerts'
import { refreshPerson } from './compliance.ts'
import { queries } from './query-client.ts'
import { csvFile } from './sign-ins.ts'
import { send, sendDownload } from './transport.ts'

const calls = client({ ...complianceAlerts, ...compliancePeopleAlerts, ...alertEvidence }, send)
const downloads = client(
  { alertHistoryCsv: complianceAlerts.alertHistoryCsv, alertsOfPeopleCsv: compliancePeopleAlerts.alertsOfPeopleCsv },
  sendDownload,
)

export const alertsOfPeopleQuery = (body: AlertsFilter) =>
  queryOptions({
    queryKey: ['compliance', 'people', 'alerts', body],
    queryFn: ({ signal }) => calls.alertsOfPeople({ body }, { signal }),
    placeholderData: keepPreviousData,
  })

export const alertsOfPeopleCsv = async (body: AlertsChoice): Promise<Blob> => csvFile(await downloads.alertsOfPeopleCsv({ body }))

const ALERTS = ['compliance', 'alerts'] as const
// Each read is recorded in the audit trail, so refetching on focus is off.
const refetchOnWindowFocus = false

export const openAlertsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...ALERTS, userId, 'open'],
    queryFn: ({ signal }) => calls.openAlerts({ query: { userId } }, { signal }),
    refetchOnWindowFocus,
  })
export const alertEpisodesQuery = (userId: string, alertId: number) =>
  queryOptions({
    queryKey: [...ALERTS, userId, 'episodes', alertId],
    queryFn: ({ signal }) => calls.alertEpisodes({ query: { userId, alertId } }, { signal }),
    refetchOnWindowFocus,
  })
export const alertHistoryQuery = (userId: string, alertId: number) =>
  queryOptions({
    queryKey: [...ALERTS, userId, 'history', alertId],
    queryFn: ({ signal }) => calls.alertHistory({ query: { userId, alertId } }, { signal }),
    refetchOnWindowFocus,
  })
export const alertHistoryCsv = async (userId: string, alertId: number): Promise<Blob> =>
  csvFile(await downloads.alertHistoryCsv({ query: { userId, alertId } }))

export interface AlertPause {
  readonly userId: string
  readonly alertId: number
  readonly alertTypeId: number | null
  readonly message: string
  /** Null: resumed. */
  readonly untilDay: string | null
}

export async function pauseAlert({ untilDay, ...body }: AlertPause): Promise<void> {
  await (untilDay === null ? calls.wakeAlert({ body }) : calls.snoozeAlert({ body: { ...body, untilDay } }))
  await Promise.all([queries.invalidateQueries({ queryKey: [...ALERTS, body.userId] }), refreshPerson(body.userId)])
}

export interface AlertChange {
  readonly to: 'active' | 'inactive'
  readonly userId: string
  readonly alertId: number
  readonly alertTypeId: number | null
  readonly message: string
  /** For a closing; null: no verdict. */
  readonly verdict: AlertVerdict | null
  /** For a closing, time up to which the alert had been read; undefined: until now. */
  readonly seenUntil?: string | undefined
}

/** Refetches everything that shows alerts afterwards. */
export async function changeAlert({ to, alertTypeId, verdict, seenUntil, ...change }: AlertChange): Promise<void> {
  const closing = { ...change, verdict: verdict ?? undefined, seenUntil }
  if (to === 'active')
    await (alertTypeId === null ? calls.activateAlert({ body: change }) : calls.activateTypedAlert({ body: { ...change, alertTypeId } }))
  else if (alertTypeId === null) await calls.deactivateAlert({ body: closing })
  else await calls.deactivateTypedAlert({ body: { ...closing, alertTypeId } })
  await Promise.all([queries.invalidateQueries({ queryKey: [...ALERTS, change.userId] }), refreshPerson(change.userId)])
}
