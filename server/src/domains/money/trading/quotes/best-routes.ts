/**
 * Routes of up to three pools over local states. Of all ways to a token within the same number of hops the best amount is continued, since
 * more of a token never buys less of the next; a route visits no token twice.
 */
import type { Hex } from 'viem'
import type { Pool } from '../../../../chain/deployment.ts'
import type { MarketQuestion, RouteQuote } from '../market.ts'
import { quoteExactInput, quoteExactOutput } from './pool-quote.ts'
import type { PoolState } from './pool-state.ts'

/** Pools by token and by the other token. */
export type PoolGraph = ReadonlyMap<Hex, ReadonlyMap<Hex, readonly Pool[]>>

export function poolGraph(pools: readonly Pool[]): PoolGraph {
  const graph = new Map<Hex, Map<Hex, Pool[]>>()
  const add = (from: Hex, to: Hex, pool: Pool) => {
    const others = graph.get(from) ?? new Map<Hex, Pool[]>()
    graph.set(from, others.set(to, [...(others.get(to) ?? []), pool]))
  }
  for (const pool of pools) {
    add(pool.token0, pool.token1, pool)
    add(pool.token1, pool.token0, pool)
  }
  return graph
}

/** Way from the token whose amount is given: the sold one of an exact input, the bought one of an exact output. Its start has no pool. */
interface Way {
  readonly token: Hex
  readonly amount: bigint
  readonly gas: bigint
  readonly last: { readonly pool: Pool; readonly before: Way } | null
}

interface Search {
  readonly graph: PoolGraph
  readonly states: ReadonlyMap<Hex, PoolState>
  readonly isInput: boolean
  readonly from: Hex
  readonly to: Hex
  readonly without: ReadonlySet<Pool>
}

const NONE: ReadonlySet<Pool> = new Set()

/** One quote for each last pool and number of hops, without an order; of routes that pass none of these pools. */
export function quoteRoutes(
  graph: PoolGraph,
  states: ReadonlyMap<Hex, PoolState>,
  question: MarketQuestion,
  without: ReadonlySet<Pool> = NONE,
): RouteQuote[] {
  const { tokenIn, tokenOut, tradeType, amount } = question
  const isInput = tradeType === 'input'
  const [from, to] = isInput ? [tokenIn, tokenOut] : [tokenOut, tokenIn]
  const search = { graph, states, isInput, from, to, without }
  const start = new Map<Hex, Way>([[from, { token: from, amount, gas: 0n, last: null }]])
  const beforeEnd = graph.get(to) ?? new Map<Hex, readonly Pool[]>()
  const first = extend(search, start, graph.get(from)?.keys() ?? [])
  const second = extend(search, first, beforeEnd.keys())
  const found = [start, first, second].flatMap((ways) => arrivals(search, ways))
  return found.map((way) => routeQuote(way, question))
}

/** Best way to each of these tokens over one pool more. */
function extend(search: Search, ways: ReadonlyMap<Hex, Way>, tokens: Iterable<Hex>): Map<Hex, Way> {
  const next = new Map<Hex, Way>()
  for (const token of tokens) {
    if (token === search.from || token === search.to) continue
    let best: Way | null = null
    visitWays(search, ways, token, (way) => {
      if (!best || (search.isInput ? way.amount > best.amount : way.amount < best.amount)) best = way
    })
    if (best) next.set(token, best)
  }
  return next
}

function arrivals(search: Search, ways: ReadonlyMap<Hex, Way>): Way[] {
  const found: Way[] = []
  visitWays(search, ways, search.to, (way) => found.push(way))
  return found
}

/** Each way that reaches this token over one pool more. */
function visitWays(search: Search, ways: ReadonlyMap<Hex, Way>, token: Hex, visit: (way: Way) => void): void {
  const { graph, states, isInput, without } = search
  for (const [before, pools] of graph.get(token) ?? []) {
    const way = ways.get(before)
    if (!way) continue
    for (const pool of pools) {
      const state = without.has(pool) ? undefined : states.get(pool.address)
      if (!state) continue
      // Towards the sold token of an exact output the pool sells what it is left with.
      const sellsToken0 = isInput ? pool.token0 === before : pool.token0 === token
      const quote = (isInput ? quoteExactInput : quoteExactOutput)(state, sellsToken0, way.amount)
      if (quote && quote.amount > 0n) visit({ token, amount: quote.amount, gas: way.gas + quote.gas, last: { pool, before: way } })
    }
  }
}

function routeQuote(way: Way, { tradeType, amount: asked }: MarketQuestion): RouteQuote {
  const { amount, gas } = way
  const [tokens, pools]: [Hex[], Pool[]] = [[], []]
  for (let at: Way | undefined = way; at; at = at.last?.before) {
    tokens.push(at.token)
    if (at.last) pools.push(at.last.pool)
  }
  // The steps were collected from the end of the way, which is the sold token of an exact output.
  return tradeType === 'input'
    ? { route: { tokens: tokens.reverse(), pools: pools.reverse() }, amountIn: asked, amountOut: amount, swapGas: gas }
    : { route: { tokens, pools }, amountIn: amount, amountOut: asked, swapGas: gas }
}
