/** Code lists of the forms. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { parameters } from '@tunjo/contract/parameters'
import { send } from './transport.ts'

const calls = client({ banks: parameters.banks }, send)

export const banksQuery = queryOptions({
  queryKey: ['parameters', 'banks'],
  queryFn: ({ signal }) => calls.banks({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
