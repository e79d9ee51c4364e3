/** Exchange costs, for officers, and the versions of the platform fee. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { tradeFees } from '@tunjo/contract/trade-fees'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(tradeFees, send, authorize)

export const tradeFeesQuery = queryOptions({ queryKey: ['trade-fees'], queryFn: ({ signal }) => calls.fees({}, { signal }) })

export const feeScheduleQuery = queryOptions({
  queryKey: ['trade-fees', 'schedule'],
  queryFn: ({ signal }) => calls.schedule({}, { signal }),
})
export const proposeFees = (body: Request<typeof tradeFees.changeSchedule>['body']) => calls.changeSchedule({ body })

export type SampleAsked = Required<NonNullable<Request<typeof tradeFees.sample>['query']>>
/** Fetched with each click: it is a current price. */
export const sampleTradeQuery = (query: SampleAsked) =>
  queryOptions({ queryKey: ['trade-fees', 'sample', query], queryFn: ({ signal }) => calls.sample({ query }, { signal }), staleTime: 0 })
