/** Exchange calls: tokens, quotes, trades. Keys begin with `trading`, which live events refresh. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { type Hop, type Quote, type SwapRoute, type Trade, type TradeType, trading } from '@tunjo/contract/trading'
import { displaySymbol } from './display-symbol.ts'
import { idempotent, send } from './transport.ts'

/** Token in which values are shown (EX-06). */
export const USD_TOKEN_ID = 31
export const COP_TOKEN_ID = 0
/** Only the market price of this quote is used, which does not depend on slippage (EX-06). */
const VALUATION_SLIPPAGE = '0.05'
const VALUATION_EVERY_MS = 30_000
/** Debounce of typing; still gives a quote within 300 ms of the last key. */
const TYPING_PAUSE_MS = 80
const QUOTE_KEPT_MS = 20_000
const PROGRESS_EVERY_MS = 1_500

const calls = client(trading, send)

export const tokensQuery = queryOptions({
  queryKey: ['trading', 'tokens'],
  queryFn: async ({ signal }) => {
    const tokens = await calls.balancesOf({}, { signal })
    return tokens.map((token) => ({ ...token, symbol: displaySymbol(token.symbol) }))
  },
})

export interface QuoteQuestion {
  tokenIn: number
  tokenOut: number
  tradeType: TradeType
  /** Whole tokens, decimal text. */
  amount: string
  /** A fraction: `'0.005'` is 0,5 %. */
  slippage: string
}

/** Debounces inside the call: a newer request ends the wait, or the call, of an older one. */
export const quoteQuery = (question: QuoteQuestion) =>
  queryOptions({
    queryKey: ['trading', 'quote', question] as const,
    queryFn: async ({ signal }) => {
      await pause(TYPING_PAUSE_MS, signal)
      const { tokenIn: inputToken, tokenOut: outputToken, ...others } = question
      return shownQuote(await calls.quote({ query: { inputToken, outputToken, ...others } }, { signal }))
    },
    staleTime: 0,
    gcTime: QUOTE_KEPT_MS,
    // Shown next to the amount, where it can be corrected.
    meta: { explains: true },
  })

/** Dollars for one whole token, decimal text. */
export const valuationQuery = (token: number) =>
  queryOptions({
    queryKey: ['trading', 'valuation', token],
    queryFn: async ({ signal }) => {
      if (token === USD_TOKEN_ID) return '1'
      const query = { inputToken: token, outputToken: USD_TOKEN_ID, amount: '1', tradeType: 'input', slippage: VALUATION_SLIPPAGE } as const
      return (await calls.quote({ query }, { signal })).market_price
    },
    staleTime: VALUATION_EVERY_MS,
    refetchInterval: VALUATION_EVERY_MS,
  })

export type TradeOrder = Request<typeof trading.trade>['body']
/** @param key the same for every attempt of one order, so that it is executed once */
export const sendTrade = async (order: TradeOrder, key: string) => shownTrade(await calls.trade({ body: order }, idempotent(key)))

/** Page of the history; one additional row shows whether there is another page. */
export const tradesQuery = (rows: number, before?: string) =>
  queryOptions({
    queryKey: ['trading', 'trades', rows, before],
    queryFn: async ({ signal }) => (await calls.trades({ query: { limit: rows + 1, before } }, { signal })).map(shownTrade),
    // Fallback for the live events while the stream is down.
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? PROGRESS_EVERY_MS : false),
  })

export const tradeQuery = (id: string) =>
  queryOptions({
    queryKey: ['trading', 'trade', id],
    queryFn: async ({ signal }) => shownTrade(await calls.tradeById({ params: { id } }, { signal })),
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : PROGRESS_EVERY_MS),
  })

const ENDED = new Set(['settled', 'refunded'])
export const isOpen = ({ state }: { state: string }): boolean => !ENDED.has(state)

const shownTrade = (trade: Trade): Trade => ({
  ...trade,
  symbol_in: displaySymbol(trade.symbol_in),
  symbol_out: displaySymbol(trade.symbol_out),
  routes: trade.routes.map(shownRoute),
})

const shownQuote = (quote: Quote): Quote => ({ ...quote, hops: quote.hops.map(shownHop), routes: quote.routes.map(shownRoute) })
const shownRoute = (route: SwapRoute): SwapRoute => ({ ...route, hops: route.hops.map(shownHop) })
const shownHop = (hop: Hop): Hop => ({ ...hop, token_in: displaySymbol(hop.token_in), token_out: displaySymbol(hop.token_out) })

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}
