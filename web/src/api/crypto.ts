/** On-chain tokens: the person's deposit address and token movements. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type CryptoState, type CryptoTransaction, crypto } from '@tunjo/contract/crypto'
import { cryptoWithdrawals } from '@tunjo/contract/crypto-withdrawals'
import { previousPageOf } from './previous-page.ts'
import { send } from './transport.ts'

const calls = client({ ...crypto, withdrawals: cryptoWithdrawals.withdrawals }, send)
/** Polling interval while confirmations are counted: no event reports each block. */
const COUNTING_MS = 2_000

export const depositAddressQuery = (userId: string) =>
  queryOptions({
    queryKey: ['crypto', 'address', userId],
    queryFn: ({ signal }) => calls.depositAddress({ params: { userId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

const LIST_OF = { DEPOSIT: calls.deposits, WITHDRAWAL: calls.withdrawals, ALL: calls.transactions } as const

export const cryptoMovementsQuery = (
  userId: string,
  query: { pageIndex: number; size: number },
  kind: CryptoTransaction['kind'] | 'ALL' = 'ALL',
) => {
  const queryKey = ['crypto', 'movements', userId, kind, query] as const
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => LIST_OF[kind]({ params: { userId }, query }, { signal }),
    placeholderData: previousPageOf(queryKey),
    refetchInterval: ({ state }) => (state.data?.results.some(({ state: each }) => isOnItsWay(each)) ? COUNTING_MS : false),
  })
}

const ON_ITS_WAY: ReadonlySet<CryptoState> = new Set(['PENDING', 'ORPHANED', 'DISPUTED', 'REQUESTED', 'APPROVED', 'SIGNING', 'SENT'])
export const isOnItsWay = (state: CryptoState): boolean => ON_ITS_WAY.has(state)
