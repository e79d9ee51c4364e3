/** History over every rail, and the entries of a balance. Keys begin with `movements`, which live events refresh. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import type { AssetCode } from '@tunjo/contract/money'
import { movements } from '@tunjo/contract/movements'
import { previousPageOf } from './previous-page.ts'
import { csvFile } from './sign-ins.ts'
import { send, sendDownload } from './transport.ts'

const calls = client(movements, send)
const downloads = client({ csv: movements.csv }, sendDownload)
/** In addition to the live events, in case one is lost. */
const POLL_MS = 15_000
const ENTRIES = 20

export type MovementsAsked = NonNullable<Request<typeof movements.csv>['query']>

export const movementPagesQuery = (query: MovementsAsked, size: number) =>
  infiniteQueryOptions({
    queryKey: ['movements', 'list', query, size],
    queryFn: ({ pageParam, signal }) => calls.list({ query: { ...query, size, ...(pageParam && { after: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ results }) => results.some(isOpen)) ? POLL_MS : false),
  })

const isOpen = ({ stateGroup }: { stateGroup: string }): boolean => stateGroup === 'pending'

export const movementDetailQuery = (id: string) =>
  queryOptions({
    queryKey: ['movements', 'detail', id],
    queryFn: ({ signal }) => calls.movement({ params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? POLL_MS : false),
  })

export const balanceEntriesQuery = (asset: AssetCode) =>
  infiniteQueryOptions({
    queryKey: ['movements', 'balance', asset],
    queryFn: ({ pageParam, signal }) =>
      calls.balanceEntries({ params: { asset }, query: { size: ENTRIES, ...(pageParam && { before: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

/** Pages of the holds after the first, which comes with the entries. */
export const balanceHoldsQuery = (asset: AssetCode, holdsPageIndex: number) => {
  const queryKey = ['movements', 'balance', asset, 'holds', holdsPageIndex] as const
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => calls.balanceEntries({ params: { asset }, query: { size: ENTRIES, holdsPageIndex } }, { signal }),
    placeholderData: previousPageOf(queryKey),
  })
}

export const movementsCsv = async (query: MovementsAsked): Promise<Blob> => csvFile(await downloads.csv({ query }))
