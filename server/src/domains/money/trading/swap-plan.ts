/** Plan of a swap: one route, or two without a common pool that are executed in one transaction. Prices and fees are those of all its routes. */
import { formatUnits } from '@tunjo/contract/money'
import type { RouteQuote } from './market.ts'
import { routePrice } from './rank-quotes.ts'
import { addRatios, divideUp, feePpm, lossPpm, multiply, PPM, type Ratio } from './ratios.ts'

export interface SwapPlan {
  /** The larger share of what is sold first. */
  readonly routes: readonly RouteQuote[]
  /** Sums over the routes, base units of the first and the last token. */
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly swapGas: bigint
}

/** Gas of a second call of the router in the same transaction, beyond its pools; gas-estimate.test.ts measures it with receipts. */
export const SECOND_CALL_GAS = 4_000n

export function planOf(routes: readonly RouteQuote[]): SwapPlan {
  const sum = (of: (route: RouteQuote) => bigint) => routes.reduce((total, route) => total + of(route), 0n)
  return {
    routes: routes.toSorted((one, other) => (one.amountIn < other.amountIn ? 1 : one.amountIn > other.amountIn ? -1 : 0)),
    amountIn: sum(({ amountIn }) => amountIn),
    amountOut: sum(({ amountOut }) => amountOut),
    swapGas: sum(({ swapGas }) => swapGas) + SECOND_CALL_GAS * BigInt(routes.length - 1),
  }
}

/** Price of the pools before fees and impact, each route weighted by what it sells; null when a price is unknown. */
export const planPrice = (plan: SwapPlan, poolPrices: ReadonlyMap<string, bigint>): Ratio | null =>
  weightedPrice(plan, ({ route }) => routePrice(route, poolPrices))

/** Share that the pools take, each route weighted by what it sells, in parts per million. */
export const planFeePpm = ({ routes, amountIn }: SwapPlan): bigint =>
  divideUp(
    routes.reduce((sum, route) => sum + route.amountIn * feePpm(feesOf(route)), 0n),
    amountIn,
  )

/** Price impact: the loss against the price of the pools beyond their fees, in parts per million; never below zero. */
export function planImpactPpm(plan: SwapPlan, poolPrices: ReadonlyMap<string, bigint>): bigint | null {
  const kept = weightedPrice(plan, (quoted) => {
    const price = routePrice(quoted.route, poolPrices)
    return price && multiply([price, ...feesOf(quoted).map((fee) => ({ numerator: PPM - BigInt(fee), denominator: PPM }))])
  })
  return kept && lossPpm(kept, plan.amountIn, plan.amountOut)
}

const feesOf = ({ route }: RouteQuote): number[] => route.pools.map(({ fee }) => fee)

function weightedPrice({ routes, amountIn }: SwapPlan, priceOf: (quoted: RouteQuote) => Ratio | null): Ratio | null {
  const prices = routes.map((quoted) => ({ price: priceOf(quoted), weight: { numerator: quoted.amountIn, denominator: amountIn } }))
  const known = prices.flatMap(({ price, weight }) => (price ? [routes.length === 1 ? price : multiply([price, weight])] : []))
  return known.length === routes.length ? known.reduce(addRatios) : null
}

const SHARE_UNITS = 10_000n

/** Share of what each route sells, as decimal text with four places; they add up to 1. */
export function sharesOf(sold: readonly bigint[]): string[] {
  const whole = sold.reduce((sum, amount) => sum + amount, 0n)
  const rest = sold.slice(1).map((amount) => (amount * SHARE_UNITS) / whole)
  const first = SHARE_UNITS - rest.reduce((sum, share) => sum + share, 0n)
  return [first, ...rest].map((share) => formatUnits(share, 4))
}
