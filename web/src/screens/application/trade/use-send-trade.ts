/** Sends an order once: every try of the same order carries the same key, so no try is a second trade. */
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
    // A refusal may mean that balance or price are not what the screen says; a lost answer, that a trade is there.
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
