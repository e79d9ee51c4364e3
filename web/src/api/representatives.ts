/** Who represents and who owns a company, as officers read it on its papers. */
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
    // Each read stands in the audit trail: a window that gets the focus again is no reason for one.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

export type WrittenRepresentatives = Request<typeof representatives.writeRepresentatives>['body']
/** What is shown of the person is asked for again also when somebody else was faster. */
export const writeRepresentatives = (body: WrittenRepresentatives) =>
  calls.writeRepresentatives({ body }).finally(() => refreshPerson(body.userId))
