/** Company capital: balances, movements, and a proposal for two officers. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { capital } from '@tunjo/contract/capital'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(capital, send, authorize)

export const CAPITAL = ['capital'] as const
const LOOK_EVERY_MS = 10_000

export const companyCapitalQuery = queryOptions({
  queryKey: [...CAPITAL, 'house'],
  queryFn: ({ signal }) => calls.house({}, { signal }),
  refetchInterval: LOOK_EVERY_MS,
})

type Asked = NonNullable<Request<typeof capital.movements>['query']>
export const capitalQuery = (query: Asked) =>
  queryOptions({
    queryKey: [...CAPITAL, 'movements', query],
    queryFn: ({ signal }) => calls.movements({ query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })

export type ProposedCapital = NonNullable<Request<typeof capital.propose>['body']>
export const proposeCapital = (body: ProposedCapital) => calls.propose({ body })
