/** Best price of any route of up to three pools for an amount near zero: no larger amount gets a better one. */
import type { Hex } from 'viem'
import type { PoolGraph } from './best-routes.ts'
import type { PoolState } from './pool-state.ts'
import { type RouteStates, rateAt } from './quote-route.ts'

type Rates = ReadonlyMap<Hex, ReadonlyMap<Hex, number>>

const known = new WeakMap<RouteStates, Rates>()

/** Base units bought for one sold, after fees, approximately; zero without a route. */
export function spotRate(graph: PoolGraph, states: RouteStates, from: Hex, to: Hex): number {
  const rates = ratesOf(graph, states)
  const [first, last] = [rates.get(from), rates.get(to)]
  let best = first?.get(to) ?? 0
  for (const [one, rate] of first ?? []) {
    const second = rates.get(one)
    best = Math.max(best, rate * (second?.get(to) ?? 0))
    for (const other of last?.keys() ?? []) best = Math.max(best, rate * (second?.get(other) ?? 0) * (rates.get(other)?.get(to) ?? 0))
  }
  return best
}

/** Best price from each token to each of its neighbours, computed once for each state of the pools. */
function ratesOf(graph: PoolGraph, states: RouteStates): Rates {
  const earlier = known.get(states)
  if (earlier) return earlier
  const rates = new Map(
    [...graph].map(([token, others]) => [
      token,
      new Map(
        [...others].map(([other, pools]) => [
          other,
          Math.max(...pools.map((pool) => rateOf(states.get(pool.address), pool.token0 === token))),
        ]),
      ),
    ]),
  )
  known.set(states, rates)
  return rates
}

/** A pool without a price or a position has nothing to sell. */
const rateOf = (state: PoolState | undefined, sellsToken0: boolean): number =>
  !state || state.sqrtPrice === 0n || state.ticks.length === 0 ? 0 : rateAt(state.sqrtPrice, state.fee, sellsToken0)
