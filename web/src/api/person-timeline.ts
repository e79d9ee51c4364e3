/** Everything that happened with a person, for officers. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { personTimeline, type TimelineKind } from '@tunjo/contract/person-timeline'
import { send } from './transport.ts'

const calls = client(personTimeline, send)

export interface TimelineAsked {
  readonly kind?: TimelineKind
  readonly from?: string
  readonly to?: string
}

/** Newest first, page after page from the last that was seen. */
export const timelineQuery = (userId: string, asked: TimelineAsked) =>
  infiniteQueryOptions({
    queryKey: ['compliance', 'person', userId, 'timeline', asked],
    queryFn: ({ signal, pageParam }) =>
      calls.timeline({ query: { userId, ...asked, ...(pageParam === null ? {} : { after: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Each read stands in the audit trail.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })
