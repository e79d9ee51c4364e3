/** What kind of installation this is. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { management } from '@tunjo/contract/management'
import { send } from './transport.ts'

const calls = client({ info: management.info }, send)

export const infoQuery = queryOptions({
  queryKey: ['management', 'info'],
  queryFn: ({ signal }) => calls.info({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const DEMO_PROFILE = 'demo'
