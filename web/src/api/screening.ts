/** Watchlists (listas de control): loaded versions, screening coverage, and a person's hits with their decisions (ADM-13). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type ListChange, type ListFile, type ListName, screening } from '@tunjo/contract/screening'
import { refreshPerson } from './compliance.ts'
import { previousPageOf } from './previous-page.ts'
import { queries } from './query-client.ts'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(screening, send, authorize)

/** Hits of one page. */
export const HITS_OF_PAGE = 10

/** Part of the person's data: refreshed with it. */
export const hitsQuery = (userId: string, pageIndex = 0) => {
  const queryKey = ['compliance', 'person', userId, 'hits', pageIndex] as const
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => calls.screeningHits({ query: { userId, pageIndex, size: HITS_OF_PAGE } }, { signal }),
    placeholderData: previousPageOf(queryKey),
    // Each read is recorded in the audit trail, so refetching on focus is off.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })
}

/** Number of undecided hits, for screens that show none: reading their page marks them as seen by an officer. */
export const openHitsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['compliance', 'person', userId, 'open-hits'],
    queryFn: ({ signal }) => calls.openHits({ query: { userId } }, { signal }),
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

export type HitDecision = 'confirm' | 'discard'
/** Refetches after a refusal too: another officer may have decided meanwhile. */
export async function decideHit(userId: string, id: string, wish: HitDecision, reason: string): Promise<void> {
  const request = { params: { id }, body: { reason } }
  try {
    await (wish === 'confirm' ? calls.confirmHit(request) : calls.discardHit(request))
  } finally {
    await refreshPerson(userId)
  }
}

const RUN_SEEN_EVERY_MS = 3_000
export const coverageQuery = queryOptions({
  queryKey: ['screening', 'coverage'],
  queryFn: ({ signal }) => calls.screeningCoverage({}, { signal }),
  refetchInterval: ({ state }) => (state.data?.run ? RUN_SEEN_EVERY_MS : false),
  meta: { explains: true },
})

interface ChangesAsked {
  readonly list: ListName
  readonly fileId: string
  readonly change: ListChange | undefined
  readonly text: string | undefined
  readonly pageIndex: number
  readonly size: number
}
export const listChangesQuery = ({ list, fileId, ...query }: ChangesAsked) =>
  queryOptions({
    queryKey: ['screening', 'changes', list, fileId, query],
    queryFn: ({ signal }) => calls.listChanges({ params: { list, fileId }, query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { explains: true },
  })

export const sendListFile = (list: ListName, bytes: Blob) => calls.sendListFile({ params: { list }, bytes })

/** Refetches after a refusal too: another officer may have proposed it meanwhile. */
export async function loadList({ list, id: fileId }: ListFile, reason: string): Promise<void> {
  try {
    await calls.loadList({ params: { list }, body: { fileId, reason } })
  } finally {
    await queries.invalidateQueries({ queryKey: coverageQuery.queryKey })
  }
}
