/** Notices of the bell, and mail preferences. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type Notice, notifications, type Preferences } from '@tunjo/contract/notifications'
import { currentLanguage } from '../i18n/language.ts'
import { send } from './transport.ts'

const { notices, readNotices, preferences, changePreferences } = notifications
const calls = client({ notices, readNotices, preferences, changePreferences }, send)
const PAGE_SIZE = 20
/** In addition to the live events, in case one is lost. */
const POLL_MS = 60_000

export type { Notice, Preferences }

export const unreadQuery = queryOptions({
  queryKey: ['notices', 'unread'],
  queryFn: async ({ signal }) => (await calls.notices({ query: { size: 1 } }, { signal })).unread,
  refetchInterval: POLL_MS,
})

/** Pages of the list, newest first. The server renders them in the page's language. */
export const noticesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['notices', 'list', currentLanguage()],
    queryFn: ({ signal, pageParam }) =>
      calls.notices({ query: pageParam === null ? { size: PAGE_SIZE } : { size: PAGE_SIZE, before: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ results, hasMore }) => (hasMore ? (results.at(-1)?.at ?? null) : null),
  })

/** All of them without ids. */
export const readNoticesNow = (ids?: string[]) => calls.readNotices({ body: ids ? { ids } : {} })

export const preferencesQuery = queryOptions({
  queryKey: ['notices', 'preferences'],
  queryFn: ({ signal }) => calls.preferences({}, { signal }),
})
export const choosePreferences = (body: Preferences) => calls.changePreferences({ body })
