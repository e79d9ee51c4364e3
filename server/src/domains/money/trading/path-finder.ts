/** Path finder: routes from one token to another over the known pools. Pure, without prices. */
import { type Address, encodePacked, type Hex } from 'viem'
import type { Pool } from '../../../chain/deployment.ts'

/** Pools in the order they are passed, with the token that leaves each. */
export interface Route {
  readonly tokens: readonly Address[]
  readonly pools: readonly Pool[]
}

const MAXIMUM_HOPS = 3
/** Bounds the cost of a quote for any number of pools. */
const MAXIMUM_ROUTES = 64

/** All routes of up to three pools that visit no token twice, shortest first. */
export function findRoutes(pools: readonly Pool[], from: Address, to: Address): Route[] {
  const found: Route[] = []
  let open: Route[] = [{ tokens: [from], pools: [] }]
  for (let hops = 1; hops <= MAXIMUM_HOPS; hops++) {
    const longer = open.flatMap((route) => extend(route, pools))
    found.push(...longer.filter((route) => last(route) === to))
    open = longer.filter((route) => last(route) !== to)
  }
  return found.slice(0, MAXIMUM_ROUTES)
}

/** Path encoding of Uniswap: in order for an exact input, reversed for an exact output. */
export function encodeRoute({ tokens, pools }: Route, tradeType: 'input' | 'output'): Hex {
  const walked = tradeType === 'input' ? { tokens, pools } : { tokens: tokens.toReversed(), pools: pools.toReversed() }
  const types = walked.tokens.flatMap((_, index) => (index === 0 ? ['address'] : ['uint24', 'address']))
  const values = walked.tokens.flatMap((token, index) => (index === 0 ? [token] : [walked.pools[index - 1]?.fee, token]))
  return encodePacked(types, values)
}

function extend(route: Route, pools: readonly Pool[]): Route[] {
  const at = last(route)
  return pools.flatMap((pool) => {
    const next = pool.token0 === at ? pool.token1 : pool.token1 === at ? pool.token0 : null
    if (!next || route.tokens.includes(next)) return []
    return [{ tokens: [...route.tokens, next], pools: [...route.pools, pool] }]
  })
}

function last({ tokens }: Route): Address | undefined {
  return tokens[tokens.length - 1]
}
