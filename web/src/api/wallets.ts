/** What the person has, and what it is worth in pesos. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { wallets } from '@tunjo/contract/wallets'
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
