/** How long documents are kept after an account is closed. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { retention } from '@tunjo/contract/retention'
import { send } from './transport.ts'

const calls = client(retention, send)

export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: ({ signal }) => calls.show({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
