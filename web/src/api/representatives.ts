/** Representatives and owners of a company, as officers read them in its documents. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { representatives } from '@tunjo/contract/representatives'
import { refreshPerson } from './compliance.ts'
import { send } from './transport.ts'

const calls = client(representatives, send)

export const representativesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['compliance', 'person', userId, 'representatives'],
    queryFn: ({ signal }) => calls.companyRepresentatives({ query: { userId } }, { signal }),
    // Each read is recorded in the audit trail, so refetching on focus is off.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

export type WrittenRepresentatives = Request<typeof representatives.writeRepresentatives>['body']
/** Refetches the person's data even when another officer was faster. */
export const saveRepresentatives = (body: WrittenRepresentatives) =>
  calls.writeRepresentatives({ body }).finally(() => refreshPerson(body.userId))
