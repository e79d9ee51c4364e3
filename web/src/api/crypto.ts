/** Tokens in by the chain: the person's own address, and what came to it. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type CryptoState, crypto } from '@tunjo/contract/crypto'
import { send } from './transport.ts'

const calls = client(crypto, send)
/** While confirmations are counted: no event tells of each block. */
const COUNTING_MS = 2_000

export const depositAddressQuery = (userId: string) =>
  queryOptions({
    queryKey: ['crypto', 'address', userId],
    queryFn: ({ signal }) => calls.depositAddress({ params: { userId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export const cryptoMovementsQuery = (userId: string, query: { pageIndex: number; size: number }) =>
  queryOptions({
    queryKey: ['crypto', 'movements', userId, query],
    queryFn: ({ signal }) => calls.transactions({ params: { userId }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some((deposit) => isOnItsWay(deposit.state)) ? COUNTING_MS : false),
  })

const ON_ITS_WAY: ReadonlySet<CryptoState> = new Set(['PENDING', 'ORPHANED', 'DISPUTED', 'REQUESTED', 'APPROVED', 'SIGNING', 'SENT'])
export const isOnItsWay = (state: CryptoState): boolean => ON_ITS_WAY.has(state)
