/**
 * Routes of up to three pools over local states. Of all ways to a token within the same number of hops the best amount is continued, since
 * more of a token never buys less of the next; a route visits no token twice.
 */
import type { Hex } from 'viem'
import type { Pool } from '../../../chain/deployment.ts'
import type { MarketQuestion, RouteQuote } from '../market.ts'
import type { Route } from '../path-finder.ts'
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

/** Way from the token whose amount is given: the sold one of an exact input, the bought one of an exact output. */
interface Way extends Route {
  readonly amount: bigint
  readonly gas: bigint
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
  const start = new Map([[from, { tokens: [from], pools: [], amount, gas: 0n }]])
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
    const best = waysTo(search, ways, token).reduce<Way | null>((one, other) => better(search, one, other), null)
    if (best) next.set(token, best)
  }
  return next
}

const arrivals = (search: Search, ways: ReadonlyMap<Hex, Way>): Way[] => waysTo(search, ways, search.to)

function waysTo({ graph, states, isInput, without }: Search, ways: ReadonlyMap<Hex, Way>, token: Hex): Way[] {
  return [...(graph.get(token) ?? [])].flatMap(([before, pools]) => {
    const way = ways.get(before)
    if (!way) return []
    return pools.flatMap((pool): Way[] => {
      const state = without.has(pool) ? undefined : states.get(pool.address)
      // Towards the sold token of an exact output the pool sells what it is left with.
      const sellsToken0 = isInput ? pool.token0 === before : pool.token0 === token
      const quote = state ? (isInput ? quoteExactInput : quoteExactOutput)(state, sellsToken0, way.amount) : null
      if (!quote || quote.amount === 0n) return []
      return [{ tokens: [...way.tokens, token], pools: [...way.pools, pool], amount: quote.amount, gas: way.gas + quote.gas }]
    })
  })
}

function better({ isInput }: Search, one: Way | null, other: Way): Way {
  if (!one) return other
  return (isInput ? other.amount > one.amount : other.amount < one.amount) ? other : one
}

function routeQuote({ tokens, pools, amount, gas }: Way, { tradeType, amount: asked }: MarketQuestion): RouteQuote {
  return tradeType === 'input'
    ? { route: { tokens, pools }, amountIn: asked, amountOut: amount, swapGas: gas }
    : { route: { tokens: tokens.toReversed(), pools: pools.toReversed() }, amountIn: amount, amountOut: asked, swapGas: gas }
}
