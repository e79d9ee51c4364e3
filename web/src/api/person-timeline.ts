/** Timeline of a person, for officers. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { personNews } from '@tunjo/contract/person-news'
import { personTimeline, type TimelineKind } from '@tunjo/contract/person-timeline'
import { send } from './transport.ts'

const calls = client({ ...personTimeline, ...personNews }, send)

export interface TimelineAsked {
  readonly kind?: TimelineKind
  readonly from?: string
  readonly to?: string
}

/** Newest first, page after page by cursor. */
export const timelineQuery = (userId: string, asked: TimelineAsked) =>
  infiniteQueryOptions({
    queryKey: ['compliance', 'person', userId, 'timeline', asked],
    queryFn: ({ signal, pageParam }) =>
      calls.timeline({ query: { userId, ...asked, ...(pageParam === null ? {} : { after: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Each read is recorded in the audit trail.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

/** Changes since an officer's last review. */
export const newsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['compliance', 'person', userId, 'news'],
    queryFn: ({ signal }) => calls.news({ query: { userId } }, { signal }),
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })
