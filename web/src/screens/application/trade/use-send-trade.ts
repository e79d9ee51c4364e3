/** Idempotent submission of an order: every attempt has the same key, so that a retry is no second trade. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallFailed } from '@tunjo/contract/client'
import { sendTrade, type TradeOrder, tradeQuery } from '../../../api/trading.ts'
import { newKey } from '../../../api/transport.ts'

const MAXIMUM_RETRIES = 2

interface Attempt {
  order: TradeOrder
  key: string
}

export function useSendTrade(onSent: (tradeId: string) => void) {
  const cache = useQueryClient()
  const { mutate, reset, isPending, error, variables } = useMutation({
    mutationFn: ({ order, key }: Attempt) => sendTrade(order, key),
    retry: (failures, failure) => failures < MAXIMUM_RETRIES && failure instanceof CallFailed && failure.status === 0,
    onSuccess: (trade) => {
      cache.setQueryData(tradeQuery(trade.id).queryKey, trade)
      onSent(trade.id)
    },
    // After a refusal, balance or price may have changed; after a lost answer, the trade may exist.
    onSettled: () => {
      for (const key of ['trading', 'wallets']) void cache.invalidateQueries({ queryKey: [key] })
    },
  })
  return {
    isPending,
    error,
    send: (order: TradeOrder) => mutate({ order, key: newKey() }),
    sendAgain: () => variables && mutate(variables),
    forget: reset,
  }
}
