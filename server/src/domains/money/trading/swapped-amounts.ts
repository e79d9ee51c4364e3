/** Real result of a swap, read from its receipt: the whole from the token movements, each route from the events of its pools. Pure. */
import { decodeEventLog, type Hex, toEventSelector } from 'viem'
import { tokenTransfers } from '../../../chain/token-transfers.ts'
import { POOL_ABI } from '../../../chain/uniswap.ts'
import type { ReceiptLog } from '../blockchain/index.ts'
import type { StoredRoute } from './store.ts'

export interface SwappedAmounts {
  /** Base units that left the hot wallet, and those that reached it. */
  readonly amountIn: bigint
  readonly amountOut: bigint
}

export function swappedAmounts(
  logs: readonly ReceiptLog[],
  { hotWallet, tokenIn, tokenOut }: { hotWallet: Hex; tokenIn: Hex; tokenOut: Hex },
): SwappedAmounts {
  const transfers = tokenTransfers(logs)
  const net = (token: Hex) =>
    transfers
      .filter(({ address }) => isSame(address, token))
      .reduce(
        (sum, { args }) => sum + (isSame(args.to, hotWallet) ? args.value : 0n) - (isSame(args.from, hotWallet) ? args.value : 0n),
        0n,
      )
  const [amountIn, amountOut] = [-net(tokenIn), net(tokenOut)]
  if (amountIn <= 0n || amountOut <= 0n) throw new Error('the receipt of a swap shows no swap')
  return { amountIn, amountOut }
}

/**
 * The routes with the amounts that each really sold and bought. Null when the pools' events do not add up to the amounts of the swap, which
 * alone decide the money.
 */
export function filledRoutes(
  logs: readonly ReceiptLog[],
  routes: readonly StoredRoute[],
  { amountIn, amountOut }: SwappedAmounts,
): StoredRoute[] | null {
  const filled = routes.flatMap((route) => {
    const [first, last] = [poolAmounts(logs, route.pools.at(0)), poolAmounts(logs, route.pools.at(-1))]
    return first && last ? [{ route, amountIn: first.paid, amountOut: last.received }] : []
  })
  const sum = (side: 'amountIn' | 'amountOut') => filled.reduce((total, route) => total + route[side], 0n)
  if (filled.length !== routes.length || sum('amountIn') !== amountIn || sum('amountOut') !== amountOut) return null
  return filled.map(({ route, ...amounts }) => ({ ...route, amountIn: String(amounts.amountIn), amountOut: String(amounts.amountOut) }))
}

const SWAP_EVENT = toEventSelector('Swap(address,address,int256,int256,uint160,uint128,int24)')

/** Amounts that a pool was paid and paid out; null unless it swapped exactly once. */
function poolAmounts(logs: readonly ReceiptLog[], pool: StoredRoute['pools'][number] | undefined) {
  const events = logs.filter(({ address, topics }) => pool && isSame(address, pool.address) && topics[0] === SWAP_EVENT)
  const [event] = events
  if (!event || events.length > 1) return null
  const { args } = decodeEventLog({ abi: POOL_ABI, eventName: 'Swap', topics: event.topics as [Hex, ...Hex[]], data: event.data })
  const { amount0, amount1 } = args
  return amount0 > 0n ? { paid: amount0, received: -amount1 } : { paid: amount1, received: -amount0 }
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
