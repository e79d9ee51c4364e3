/** Call data of a swap, with the bound that the chain enforces. */
import { encodeFunctionData, type Hex, maxUint256 } from 'viem'
import { SWAP_ROUTER_ABI } from '../../chain/uniswap.ts'
import { encodeRoute, type Route } from './path-finder.ts'
import type { Bounds } from './rules.ts'

export interface SwapCall {
  readonly route: Route
  readonly tradeType: 'input' | 'output'
  readonly bounds: Bounds
  readonly recipient: Hex
}

/**
 * No deadline: the bound protects the price, and stored bytes must have the same effect when they are rebroadcast to a chain that lost its
 * last blocks, however long it was down.
 */
export function swapCall({ route, tradeType, bounds, recipient }: SwapCall): Hex {
  const common = { path: encodeRoute(route, tradeType), recipient, deadline: maxUint256 }
  return tradeType === 'input'
    ? encodeFunctionData({
        abi: SWAP_ROUTER_ABI,
        functionName: 'exactInput',
        args: [{ ...common, amountIn: bounds.maximumIn, amountOutMinimum: bounds.minimumOut }],
      })
    : encodeFunctionData({
        abi: SWAP_ROUTER_ABI,
        functionName: 'exactOutput',
        args: [{ ...common, amountOut: bounds.minimumOut, amountInMaximum: bounds.maximumIn }],
      })
}
