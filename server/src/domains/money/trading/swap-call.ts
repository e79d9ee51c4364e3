/** Call data of a swap, with the bound that the chain enforces. */
import { encodeFunctionData, type Hex, maxUint256 } from 'viem'
import { ROUTER_MULTICALL_ABI, SWAP_ROUTER_ABI } from '../../../chain/uniswap.ts'
import type { RouteQuote } from './market.ts'
import { encodeRoute } from './path-finder.ts'
import type { Bounds } from './rules.ts'

export interface SwapCall {
  readonly routes: readonly RouteQuote[]
  readonly tradeType: 'input' | 'output'
  /** Bounds of the whole swap: those of its routes add up to them. */
  readonly bounds: Bounds
  readonly recipient: Hex
}

/**
 * One call of the router, or a multicall of two, which the router executes whole or not at all. No deadline: the bounds protect the price,
 * and stored bytes must have the same effect when they are rebroadcast to a chain that lost its last blocks, however long it was down.
 */
export function swapCall({ routes, tradeType, bounds, recipient }: SwapCall): Hex {
  const parts = boundsOfRoutes(routes, bounds)
  const calls = routes.map(({ route }, index) => {
    const common = { path: encodeRoute(route, tradeType), recipient, deadline: maxUint256 }
    return routeCall(tradeType, common, at(parts, index))
  })
  return calls.length === 1 ? at(calls, 0) : encodeFunctionData({ abi: ROUTER_MULTICALL_ABI, functionName: 'multicall', args: [calls] })
}

function routeCall(tradeType: SwapCall['tradeType'], common: { path: Hex; recipient: Hex; deadline: bigint }, bounds: Bounds): Hex {
  const { maximumIn, minimumOut } = bounds
  return tradeType === 'input'
    ? encodeFunctionData({
        abi: SWAP_ROUTER_ABI,
        functionName: 'exactInput',
        args: [{ ...common, amountIn: maximumIn, amountOutMinimum: minimumOut }],
      })
    : encodeFunctionData({
        abi: SWAP_ROUTER_ABI,
        functionName: 'exactOutput',
        args: [{ ...common, amountOut: minimumOut, amountInMaximum: maximumIn }],
      })
}

/**
 * Bounds of each route, in proportion to its amounts, the last with the rest: they add up to the bounds of the swap, so that the chain
 * enforces these too. No route gets a bound above its own price while the whole swap is within its bounds.
 */
export function boundsOfRoutes(routes: readonly Pick<RouteQuote, 'amountIn' | 'amountOut'>[], whole: Bounds): Bounds[] {
  const sum = (of: (route: Pick<RouteQuote, 'amountIn' | 'amountOut'>) => bigint) => routes.reduce((total, route) => total + of(route), 0n)
  const [amountIn, amountOut] = [sum((route) => route.amountIn), sum((route) => route.amountOut)]
  let [inLeft, outLeft] = [whole.maximumIn, whole.minimumOut]
  return routes.map((route, index) => {
    const isLast = index === routes.length - 1
    const maximumIn = isLast ? inLeft : (whole.maximumIn * route.amountIn) / amountIn
    const minimumOut = isLast ? outLeft : (whole.minimumOut * route.amountOut) / amountOut
    inLeft -= maximumIn
    outLeft -= minimumOut
    return { maximumIn, minimumOut }
  })
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index]
  if (value === undefined) throw new RangeError('a swap has no such route')
  return value
}
