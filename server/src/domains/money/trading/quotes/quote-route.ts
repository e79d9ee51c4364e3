/** Quote over the pools of one route, with the price that the next unit would get. */
import type { Hex } from 'viem'
import type { MarketQuestion } from '../market.ts'
import type { Route } from '../path-finder.ts'
import { quoteExactInput, quoteExactOutput } from './pool-quote.ts'
import type { PoolState } from './pool-state.ts'

export type RouteStates = ReadonlyMap<Hex, PoolState>
export type TradeType = MarketQuestion['tradeType']

export interface QuotedRoute {
  /** Base units of the token whose amount is not given. */
  readonly amount: bigint
  readonly gas: bigint
  /** Base units of the last token for one more of the first, after fees, approximately. */
  readonly rate: number
}

/** Null where QuoterV2 reverts, or nothing is bought. */
export function quoteRoute(states: RouteStates, { tokens, pools }: Route, tradeType: TradeType, given: bigint): QuotedRoute | null {
  const isInput = tradeType === 'input'
  let [amount, gas, rate] = [given, 0n, 1]
  for (let hop = 0; hop < pools.length; hop++) {
    const place = isInput ? hop : pools.length - 1 - hop
    const pool = pools[place]
    const state = pool && states.get(pool.address)
    if (!state) return null
    const sellsToken0 = pool.token0 === tokens[place]
    const quote = (isInput ? quoteExactInput : quoteExactOutput)(state, sellsToken0, amount)
    if (!quote || quote.amount === 0n) return null
    amount = quote.amount
    gas += quote.gas
    rate *= rateAt(quote.sqrtPriceAfter, state.fee, sellsToken0)
  }
  return { amount, gas, rate }
}

const ONE_Q96 = 2 ** 96

/** Bought base units for one sold at this square root price, after the fee. */
export function rateAt(sqrtPrice: bigint, fee: bigint, sellsToken0: boolean): number {
  const root = Number(sqrtPrice) / ONE_Q96
  const price = sellsToken0 ? root * root : 1 / (root * root)
  return (price * (1_000_000 - Number(fee))) / 1_000_000
}
