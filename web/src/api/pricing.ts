/** Market prices. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type Pair, pricing } from '@tunjo/contract/pricing'
import { send } from './transport.ts'

const calls = client({ price: pricing.price }, send)
/** In addition to the live events. */
const POLL_MS = 60_000

export const priceQuery = (pair: Pair) =>
  queryOptions({
    queryKey: ['pricing', 'price', pair],
    queryFn: ({ signal }) => calls.price({ params: { pair } }, { signal }),
    refetchInterval: POLL_MS,
  })
