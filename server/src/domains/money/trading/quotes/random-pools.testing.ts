/** Random pools over a few tokens, with positions around a common price, for fast-check. */
import fc from 'fast-check'
import type { Hex } from 'viem'
import type { Pool } from '../../../../chain/deployment.ts'
import { FEE_TIERS } from '../../../../chain/uniswap.ts'
import { applyEvent, type PoolState } from './pool-state.ts'
import { sqrtPriceAtTick } from './tick-math.ts'

export interface PoolShape {
  readonly tick: number
  readonly positions: readonly { readonly below: number; readonly above: number; readonly liquidity: bigint }[]
}

/** Prices within about two per cent, and liquidity that amounts of 10^13 to 10^18 move. */
export const poolShape: fc.Arbitrary<PoolShape> = fc.record({
  tick: fc.integer({ min: -200, max: 200 }),
  positions: fc.array(
    fc.record({
      below: fc.integer({ min: 1, max: 400 }),
      above: fc.integer({ min: 1, max: 400 }),
      liquidity: fc.integer({ min: 150, max: 190 }).map((tenths) => BigInt(Math.round(10 ** (tenths / 10)))),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

export function shapedState({ fee }: Pick<Pool, 'fee'>, { tick, positions }: PoolShape): PoolState {
  const tickSpacing = FEE_TIERS[fee]
  const start = { fee: BigInt(fee), tickSpacing, sqrtPrice: sqrtPriceAtTick(tick), tick, liquidity: 0n, ticks: [], nets: [], grosses: [] }
  const centre = Math.floor(tick / tickSpacing)
  return positions.reduce<PoolState>((state, { below, above, liquidity }) => {
    const [lower, upper] = [(centre - below) * tickSpacing, (centre + above) * tickSpacing]
    return applyEvent(state, { kind: 'liquidity', lower, upper, change: liquidity })
  }, start)
}

export const shapedStates = (pools: readonly Pool[], shapes: readonly PoolShape[]): Map<Hex, PoolState> =>
  new Map(pools.map((pool, index) => [pool.address, shapedState(pool, shapes[index] ?? { tick: 0, positions: [] })]))
