/** Confirmed matches with binding lists and their reports to authorities, for compliance officers. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { regulatoryMatches } from '@tunjo/contract/regulatory-matches'
import { dueKey } from './regulatory-files.ts'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(regulatoryMatches, send, authorize)

export type MatchesAsked = NonNullable<Request<typeof regulatoryMatches.list>['query']>
/** Under the key of the calendar: both change when a report is recorded. */
export const matchesQuery = (query: MatchesAsked) =>
  queryOptions({ queryKey: [...dueKey, 'matches', query], queryFn: ({ signal }) => calls.list({ query }, { signal }) })
export const informMatch = (id: string, body: Request<typeof regulatoryMatches.inform>['body']) => calls.inform({ params: { id }, body })
