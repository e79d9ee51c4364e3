/**
 * Way of a swap through the ranges of one pool, computed once for each state and direction: the sums after each whole range. An amount is
 * placed among them by its size, so that only the range in which it ends is computed for each quote.
 */
import { type PoolState, placeAbove } from './pool-state.ts'
import { wholeStep } from './price-steps.ts'
import { MAX_SQRT_PRICE, MAX_TICK, MIN_SQRT_PRICE, MIN_TICK, sqrtPriceAtTick } from './tick-math.ts'

/** Position after a number of whole ranges. */
export interface Stage {
  readonly price: bigint
  readonly tick: number
  readonly liquidity: bigint
  /** Place of the next initialised tick in the direction of the swap. */
  readonly place: number
  /** Ranges that were passed, and initialised ticks among their ends. */
  readonly stops: number
  readonly crossed: number
  /** Sums over the ranges; what is paid includes the fees. */
  readonly paid: bigint
  readonly received: bigint
}

/** The amount ends within the range after `from`, whose end is `next`; null when no whole range follows. */
interface Reach {
  readonly from: Stage
  readonly next: Stage | null
}

interface Path {
  readonly stages: [Stage, ...Stage[]]
  isComplete: boolean
}

const known = new WeakMap<PoolState, { up?: Path; down?: Path }>()

/** Price at which the contract stops every swap. */
export const limitOf = (sellsToken0: boolean): bigint => (sellsToken0 ? MIN_SQRT_PRICE + 1n : MAX_SQRT_PRICE - 1n)

export function reachOf(pool: PoolState, sellsToken0: boolean, isInput: boolean, amount: bigint): Reach {
  const path = pathOf(pool, sellsToken0)
  const { stages } = path
  const sumOf = isInput ? paidOf : receivedOf
  while (!path.isComplete && sumOf(lastOf(stages)) < amount) extend(path, pool, sellsToken0)
  let [low, high] = [0, stages.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sumOf(stages[middle] as Stage) < amount) low = middle + 1
    else high = middle
  }
  const next = stages[low] ?? null
  if (next === null) return { from: lastOf(stages), next }
  // The first stage has sums of zero, which are below every amount.
  return sumOf(next) === amount ? { from: next, next: null } : { from: stages[low - 1] as Stage, next }
}

const paidOf = ({ paid }: Stage): bigint => paid
const receivedOf = ({ received }: Stage): bigint => received
const lastOf = (stages: readonly [Stage, ...Stage[]]): Stage => stages[stages.length - 1] as Stage

function pathOf(pool: PoolState, sellsToken0: boolean): Path {
  const paths = known.get(pool) ?? {}
  const side = sellsToken0 ? 'down' : 'up'
  const earlier = paths[side]
  if (earlier) return earlier
  const { sqrtPrice: price, tick, liquidity, ticks } = pool
  const place = placeAbove(ticks, tick) - (sellsToken0 ? 1 : 0)
  const path: Path = { stages: [{ price, tick, liquidity, place, stops: 0, crossed: 0, paid: 0n, received: 0n }], isComplete: false }
  known.set(pool, { ...paths, [side]: path })
  return path
}

/** One whole range more. Complete at the end of the liquidity, and before the limit of the prices. */
function extend(path: Path, pool: PoolState, sellsToken0: boolean): void {
  const from = lastOf(path.stages)
  const stop = nextStop(pool, from.tick, from.place, sellsToken0)
  const target = sqrtPriceAtTick(stop.tick)
  const isEnd = from.liquidity === 0n && pool.ticks[from.place] === undefined
  const limit = limitOf(sellsToken0)
  if (isEnd || (sellsToken0 ? target <= limit : target >= limit)) {
    path.isComplete = true
    return
  }
  const { price, liquidity, place, stops, crossed, paid, received } = from
  const { amountIn, amountOut, feeAmount } = wholeStep({ price, target, liquidity, fee: pool.fee, sellsToken0 })
  const net = stop.isInitialised ? (pool.nets[place] ?? 0n) : 0n
  path.stages.push({
    price: target,
    tick: sellsToken0 ? stop.tick - 1 : stop.tick,
    liquidity: liquidity + (sellsToken0 ? -net : net),
    place: stop.isInitialised ? place + (sellsToken0 ? -1 : 1) : place,
    stops: stops + 1,
    crossed: crossed + (stop.isInitialised ? 1 : 0),
    paid: paid + amountIn + feeAmount,
    received: received + amountOut,
  })
}

/** Next initialised tick, or the last tick that the current word of the bitmap covers. */
function nextStop({ ticks, tickSpacing }: PoolState, tick: number, place: number, sellsToken0: boolean) {
  const compressed = Math.floor(tick / tickSpacing)
  const known = ticks[place]
  if (sellsToken0) {
    const last = ((compressed >> 8) << 8) * tickSpacing
    const isInitialised = known !== undefined && known >= last
    return { tick: Math.max(isInitialised ? known : last, MIN_TICK), isInitialised }
  }
  const last = ((compressed + 1) | 255) * tickSpacing
  const isInitialised = known !== undefined && known <= last
  return { tick: Math.min(isInitialised ? known : last, MAX_TICK), isInitialised }
}
