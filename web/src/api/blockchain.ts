/** Public on-chain data: tokens and transactions. */
import { queryOptions } from '@tanstack/react-query'
import { blockchain } from '@tunjo/contract/blockchain'
import { client } from '@tunjo/contract/client'
import { hasCode } from './error-text.ts'
import { send } from './transport.ts'

/** Confirmations after which a transaction is final: the page stops polling. */
const SETTLED_CONFIRMATIONS = 12
const ASK_AGAIN_MS = 2_000
const UNKNOWN_TRANSACTION = 'blockchain.transaction_not_found'

const calls = client(blockchain, send)

export const chainAssetsQuery = queryOptions({
  queryKey: ['blockchain', 'assets'],
  queryFn: ({ signal }) => calls.assets({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Polls an unknown hash too, since its transaction may be in flight. */
export const transactionQuery = (hash: string) =>
  queryOptions({
    queryKey: ['blockchain', 'transaction', hash],
    meta: { explains: UNKNOWN_TRANSACTION },
    queryFn: ({ signal }) => calls.explorerTransaction({ params: { hash } }, { signal }),
    refetchInterval: ({ state: { data, error } }) => {
      if (data) return data.confirmations >= SETTLED_CONFIRMATIONS ? false : ASK_AGAIN_MS
      return isUnknownTransaction(error) ? ASK_AGAIN_MS : false
    },
  })

export const isUnknownTransaction = (error: unknown): boolean => hasCode(error, UNKNOWN_TRANSACTION)
