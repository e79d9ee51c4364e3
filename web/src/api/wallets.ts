/** Balances of the person, and their value in pesos. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type ValuePeriod, wallets } from '@tunjo/contract/wallets'
import { send } from './transport.ts'

const calls = client(wallets, send)

export const balancesQuery = queryOptions({
  queryKey: ['wallets', 'balances'],
  queryFn: ({ signal }) => calls.balances({}, { signal }),
})
export const totalQuery = queryOptions({
  queryKey: ['wallets', 'total'],
  queryFn: ({ signal }) => calls.total({}, { signal }),
})
export const valueQuery = (period: ValuePeriod) =>
  queryOptions({
    queryKey: ['wallets', 'value', period],
    queryFn: ({ signal }) => calls.value({ query: { period } }, { signal }),
    // Price events come every few seconds; a chart of a day or a month does not change visibly after each.
    staleTime: 60_000,
    // Explained in its place.
    meta: { explains: true },
    placeholderData: keepPreviousData,
  })
