/**
 * Pools of the embedded chain. Depths are chosen so that small swaps take the direct route and larger ones find a better price over two or
 * three pools, as on the public chain.
 */
import type { Address } from 'viem'
import type { ChainToken } from '../tokens.ts'
import { FEE_TIERS, type FeeTier } from '../uniswap.ts'
import { type SeedPrices, unitsWorthUsd } from './seed-prices.ts'

export interface SeedPool {
  tokens: readonly [ChainToken, ChainToken]
  fee: FeeTier
  /** Dollars on each side, spread over the whole price range. */
  depthUsd: bigint
}

export const SEED_POOLS: readonly SeedPool[] = [
  { tokens: ['COPT', 'USDT'], fee: 500, depthUsd: 15_000_000n },
  { tokens: ['COPT', 'USDT'], fee: 3000, depthUsd: 45_000_000n },
  { tokens: ['COPT', 'USDC'], fee: 1000, depthUsd: 20_000_000n },
  { tokens: ['COPT', 'BTC'], fee: 3000, depthUsd: 2_000_000n },
  { tokens: ['USDT', 'BTC'], fee: 500, depthUsd: 10_000_000n },
  { tokens: ['USDT', 'BTC'], fee: 3000, depthUsd: 40_000_000n },
  { tokens: ['USDT', 'USDC'], fee: 500, depthUsd: 150_000_000n },
  { tokens: ['USDC', 'WETH'], fee: 500, depthUsd: 120_000_000n },
  { tokens: ['WETH', 'BTC'], fee: 500, depthUsd: 120_000_000n },
  { tokens: ['USDC', 'PAXG'], fee: 1000, depthUsd: 8_000_000n },
  { tokens: ['USDT', 'PAXG'], fee: 3000, depthUsd: 5_000_000n },
]

const MAXIMUM_TICK = 887_272

export function fullRangeTicks(fee: FeeTier): { tickLower: number; tickUpper: number } {
  const spacing = FEE_TIERS[fee]
  const tickUpper = Math.floor(MAXIMUM_TICK / spacing) * spacing
  return { tickLower: -tickUpper, tickUpper }
}

/** The tokens of a pool in the order of the chain, and the seeded amount of each side. */
export function orderedSides({ tokens: [a, b], depthUsd }: SeedPool, addresses: Record<ChainToken, Address>, prices: SeedPrices) {
  const [first, second] = BigInt(addresses[a]) < BigInt(addresses[b]) ? [a, b] : [b, a]
  const [amount0, amount1] = [unitsWorthUsd(first, depthUsd, prices), unitsWorthUsd(second, depthUsd, prices)]
  return { token0: addresses[first], token1: addresses[second], amount0, amount1, sqrtPriceX96: sqrtPriceX96(amount0, amount1) }
}

/** Square root price of a pool with these amounts, in Uniswap's format: 96 fraction bits, rounded down. */
function sqrtPriceX96(amount0: bigint, amount1: bigint): bigint {
  return integerSquareRoot((amount1 << 192n) / amount0)
}

function integerSquareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}
