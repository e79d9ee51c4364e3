/** State of one Uniswap v3 pool at one block, as an immutable value, and the changes that its events make. */
import { MAX_TICK, MIN_TICK, sqrtPriceAtTick, tickAtSqrtPrice } from './tick-math.ts'

export interface PoolState {
  /** Parts per million. */
  readonly fee: bigint
  readonly tickSpacing: number
  /** Square root price with 96 fraction bits; zero before the pool has a price. */
  readonly sqrtPrice: bigint
  readonly tick: number
  /** Liquidity in range. */
  readonly liquidity: bigint
  /** Initialised ticks in ascending order, with the change of liquidity from left to right and the liquidity that refers to each. */
  readonly ticks: readonly number[]
  readonly nets: readonly bigint[]
  readonly grosses: readonly bigint[]
}

/** An event or a read of the node that does not fit the state. */
export class StateUnfit extends Error {}

export type PoolEvent =
  | { readonly kind: 'price'; readonly sqrtPrice: bigint; readonly tick: number }
  | { readonly kind: 'swap'; readonly sqrtPrice: bigint; readonly tick: number; readonly liquidity: bigint }
  | { readonly kind: 'liquidity'; readonly lower: number; readonly upper: number; readonly change: bigint }

/** @throws StateUnfit */
export function applyEvent(pool: PoolState, event: PoolEvent): PoolState {
  if (event.kind === 'liquidity') return changeLiquidity(pool, event)
  const { sqrtPrice, tick } = event
  if (!isTickOfPrice(tick, sqrtPrice)) throw new StateUnfit('the tick of an event is not that of its price')
  const liquidity = event.kind === 'swap' ? event.liquidity : pool.liquidity
  return { ...pool, sqrtPrice, tick, liquidity }
}

function changeLiquidity(pool: PoolState, { lower, upper, change }: Extract<PoolEvent, { kind: 'liquidity' }>): PoolState {
  // A burn of zero only collects fees.
  if (change === 0n) return pool
  const isRange = lower < upper && lower >= MIN_TICK && upper <= MAX_TICK
  if (!isRange || lower % pool.tickSpacing !== 0 || upper % pool.tickSpacing !== 0) throw new StateUnfit('a position has no valid range')
  const changed = changeTick(changeTick(pool, lower, { net: change, gross: change }), upper, { net: -change, gross: change })
  const isInRange = lower <= pool.tick && pool.tick < upper
  const liquidity = isInRange ? pool.liquidity + change : pool.liquidity
  if (liquidity < 0n) throw new StateUnfit('more liquidity was removed than there was')
  return { ...changed, liquidity }
}

function changeTick(pool: PoolState, tick: number, { net, gross }: { net: bigint; gross: bigint }): PoolState {
  const place = placeAbove(pool.ticks, tick - 1)
  const isKnown = pool.ticks[place] === tick
  const grossAfter = (isKnown ? (pool.grosses[place] ?? 0n) : 0n) + gross
  const netAfter = (isKnown ? (pool.nets[place] ?? 0n) : 0n) + net
  if (grossAfter < 0n) throw new StateUnfit('more liquidity was removed from a tick than it had')
  const kept = grossAfter > 0n
  const replace = <Value>(values: readonly Value[], value: Value) => values.toSpliced(place, isKnown ? 1 : 0, ...(kept ? [value] : []))
  return { ...pool, ticks: replace(pool.ticks, tick), nets: replace(pool.nets, netAfter), grosses: replace(pool.grosses, grossAfter) }
}

/** Place of the first tick above this one. */
export function placeAbove(ticks: readonly number[], tick: number): number {
  let [low, high] = [0, ticks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ticks[middle] ?? 0) > tick) high = middle
    else low = middle + 1
  }
  return low
}

/** Exactly on an initialised tick, a price that fell to it belongs to the tick below. */
function isTickOfPrice(tick: number, sqrtPrice: bigint): boolean {
  try {
    const highest = tickAtSqrtPrice(sqrtPrice)
    return tick === highest || (tick === highest - 1 && sqrtPriceAtTick(highest) === sqrtPrice)
  } catch {
    return false
  }
}

/** Checks that hold for every pool with a price. @throws StateUnfit */
export function checkState(pool: PoolState): void {
  if (pool.sqrtPrice === 0n) return
  if (!isTickOfPrice(pool.tick, pool.sqrtPrice)) throw new StateUnfit('the tick of a pool is not that of its price')
  const sum = (nets: readonly bigint[]) => nets.reduce((total, net) => total + net, 0n)
  if (sum(pool.nets) !== 0n) throw new StateUnfit('the liquidity of the ticks does not add up to zero')
  const inRange = sum(pool.nets.slice(0, placeAbove(pool.ticks, pool.tick)))
  if (inRange !== pool.liquidity) throw new StateUnfit('the liquidity in range is not that of the ticks')
}
