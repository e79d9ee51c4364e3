/** Link analysis of a person, for officers. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { personLinks } from '@tunjo/contract/person-links'
import { send } from './transport.ts'

const calls = client(personLinks, send)

export const linksQuery = (userId: string, depth: 1 | 2) =>
  queryOptions({
    queryKey: ['compliance', 'person', userId, 'links', depth],
    queryFn: ({ signal }) => calls.links({ query: { userId, depth } }, { signal }),
    // Each read is recorded in the audit trail.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })
