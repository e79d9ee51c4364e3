/** Candles of the product's price service. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type CandleInterval, type Pair, pricing } from '@tunjo/contract/pricing'
import { send } from './transport.ts'

const ASK_AGAIN_MS = 30_000

const calls = client({ candles: pricing.candles }, send)

export const candlesQuery = (pair: Pair, interval: CandleInterval, limit: number) =>
  queryOptions({
    queryKey: ['pricing', 'candles', pair, interval, limit],
    queryFn: async ({ signal }) => (await calls.candles({ params: { pair }, query: { interval, limit } }, { signal })).candles,
    refetchInterval: ASK_AGAIN_MS,
  })
