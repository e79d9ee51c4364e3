/** Order of quotes over several routes: by what the customer gets or pays after the gas of each route. */
import type { Address } from 'viem'
import type { Pool } from '../../../chain/deployment.ts'
import { findRoutes, type Route } from './path-finder.ts'
import { divideUp, multiply, poolRatio, type Ratio } from './ratios.ts'

interface Ranked {
  readonly route: Route
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly swapGas: bigint
}

interface Costs {
  readonly poolPrices: ReadonlyMap<string, bigint>
  readonly gasPriceWei: bigint
}

interface Question {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly tradeType: 'input' | 'output'
}

/** Cost of gas in the token whose amount is not given, rounded up. Without a price of ether in it, gas is not counted. */
export function gasCostOf(
  { poolPrices, gasPriceWei }: Costs,
  { tokenIn, tokenOut, tradeType }: Question,
  { pools, weth }: { readonly pools: readonly Pool[]; readonly weth: Address },
): (gas: bigint) => bigint {
  const price = etherPrice(pools, weth, tradeType === 'input' ? tokenOut : tokenIn, poolPrices)
  return (gas) => (price ? divideUp(gas * gasPriceWei * price.numerator, price.denominator) : 0n)
}

/** Best first; for equal quotes the shorter route. */
export function rankQuotes<Quote extends Ranked>(
  quotes: readonly Quote[],
  { tradeType }: Pick<Question, 'tradeType'>,
  costOf: (gas: bigint) => bigint,
): Quote[] {
  return quotes
    .map((quote) => {
      const cost = costOf(quote.swapGas)
      return { quote, value: tradeType === 'input' ? quote.amountOut - cost : -quote.amountIn - cost }
    })
    .toSorted((a, b) => (a.value === b.value ? a.quote.route.pools.length - b.quote.route.pools.length : a.value < b.value ? 1 : -1))
    .map(({ quote }) => quote)
}

const ONE: Ratio = { numerator: 1n, denominator: 1n }

/** Base units of a token for one wei, by the pools of the shortest route; null without a route or a price. */
export function etherPrice(pools: readonly Pool[], weth: Address, token: Address, poolPrices: ReadonlyMap<string, bigint>): Ratio | null {
  if (token === weth) return ONE
  const route = routeFromEther(pools, weth, token)
  return route && routePrice(route, poolPrices)
}

/** Price of the pools on a route before fees and impact, in base units of the last token for one of the first; null when one is unknown. */
export function routePrice({ tokens, pools }: Route, poolPrices: ReadonlyMap<string, bigint>): Ratio | null {
  const ratios = pools.flatMap((pool, index) => {
    const sqrtPrice = poolPrices.get(pool.address)
    return sqrtPrice ? [poolRatio(sqrtPrice, pool.token0 === tokens[index])] : []
  })
  return ratios.length === pools.length ? multiply(ratios) : null
}

/** The pools of a deployment do not change, so each route is searched once. */
const routesFromEther = new WeakMap<readonly Pool[], Map<string, Route | null>>()

function routeFromEther(pools: readonly Pool[], weth: Address, token: Address): Route | null {
  const known = routesFromEther.get(pools) ?? new Map<string, Route | null>()
  routesFromEther.set(pools, known)
  const earlier = known.get(token)
  if (earlier !== undefined) return earlier
  const route = findRoutes(pools, weth, token)[0] ?? null
  known.set(token, route)
  return route
}
