/** Background checks of a person (ADM-08): the newest and earlier ones, live progress, and reports. */
import { queryOptions, skipToken } from '@tanstack/react-query'
import { type BackgroundCheck, backgroundChecks, isCheckRunning } from '@tunjo/contract/background-checks'
import { client } from '@tunjo/contract/client'
import { refreshPerson } from './compliance.ts'
import { queries } from './query-client.ts'
import { serverNowMs } from './server-clock.ts'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(backgroundChecks, send, authorize)

/** Part of the person's data: refreshed with it. */
export const checksQuery = (userId: string) =>
  queryOptions({
    queryKey: ['compliance', 'person', userId, 'checks'],
    queryFn: ({ signal }) => calls.backgroundChecks({ query: { userId } }, { signal }),
    // Each read is recorded in the audit trail, so refetching on focus is off.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

const LOOK_AGAIN_MS = 2_500
/** True when its state changes without an officer. */
export const changesAutomatically = ({ state, retryAt }: BackgroundCheck): boolean =>
  isCheckRunning(state) || (state === 'failed_sources' && retryAt !== null)

/** Polling interval: short while it runs; until the start of the retry when it waits for one. Null: never. */
export function pollIntervalMs(check: BackgroundCheck, nowMs: number): number | null {
  if (!changesAutomatically(check)) return null
  const waitMs = check.state === 'failed_sources' && check.retryAt ? Date.parse(check.retryAt) - nowMs : 0
  return Math.max(0, waitMs) + LOOK_AGAIN_MS
}

const liveKey = (id: string | undefined) => ['compliance', 'check', id] as const
/** Live newest check, starting from the list's data. Null: no polling. */
export const liveCheckQuery = (listed: BackgroundCheck | null) =>
  queryOptions<BackgroundCheck>({
    queryKey: liveKey(listed?.id),
    queryFn: listed ? ({ signal }) => calls.backgroundCheck({ params: { id: listed.id } }, { signal }) : skipToken,
    ...(listed ? { initialData: listed } : {}),
    staleTime: LOOK_AGAIN_MS,
    refetchInterval: ({ state }) => (state.data && pollIntervalMs(state.data, serverNowMs())) ?? false,
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

export interface Launch {
  readonly userId: string
  /** Empty: not given. */
  readonly issuedOn: string
  readonly isFresh: boolean
}
/** False when one was already running, which is then the answer. */
export async function launchCheck({ userId, issuedOn, isFresh }: Launch): Promise<boolean> {
  const { isNew } = await calls.launchBackgroundCheck({ body: { userId, isFresh, ...(issuedOn ? { issuedOn } : {}) } })
  await refreshPerson(userId)
  return isNew
}

/** Refetches after a refusal too: it may have been retried meanwhile. */
export async function retryFailedSources({ id, userId }: BackgroundCheck): Promise<void> {
  try {
    const check = await calls.retryFailedSources({ params: { id } })
    queries.setQueryData(liveKey(id), check)
  } finally {
    await refreshPerson(userId)
  }
}

/** Refetches after a refusal too: another officer may have proposed it meanwhile. */
export async function dismissFindings({ id, userId }: BackgroundCheck, reason: string): Promise<void> {
  try {
    await calls.dismissFindings({ params: { id }, body: { reason } })
  } finally {
    await refreshPerson(userId)
  }
}

/** Cached, since each reading is recorded; the state is part of the key, since a check may have several reports. */
export const reportQuery = ({ id, userId, state, endedAt }: BackgroundCheck) =>
  queryOptions({
    queryKey: ['compliance', 'person', userId, 'file', id, state, endedAt],
    queryFn: ({ signal }) => calls.backgroundReport({ params: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

/** The link is fetched anew: signed ones expire after a minute. */
export async function reportFile(check: BackgroundCheck): Promise<Blob> {
  const { fileUrl } = await queries.fetchQuery({ ...reportQuery(check), staleTime: 0 })
  const response = fileUrl ? await send(fileUrl, {}) : null
  if (!response?.ok) throw new Error('the report did not arrive')
  return response.blob()
}
