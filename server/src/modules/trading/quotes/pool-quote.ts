/**
 * Quote over one pool: the amounts that QuoterV2 returns at the same state. A swap moves from one initialised tick to the next, and stops
 * at each 256th tick of the spacing too, where the contract's bitmap ends a word: amounts are rounded at each stop.
 */
import { type PoolState, placeAbove } from './pool-state.ts'
import { step } from './price-steps.ts'
import { MAX_SQRT_PRICE, MAX_TICK, MIN_SQRT_PRICE, MIN_TICK, sqrtPriceAtTick } from './tick-math.ts'

export interface PoolQuote {
  /** Received for an exact input, paid for an exact output. */
  readonly amount: bigint
  readonly sqrtPriceAfter: bigint
  readonly gas: bigint
}

/** Gas that QuoterV2 measures: for a swap, for each stop, and in addition for each initialised tick. pool-quote.test.ts compares them. */
const GAS = { swap: 77_000n, stop: 7_300n, tick: 45_000n }
const AMOUNT_MAX = (1n << 255n) - 1n

/** Null where the quoter reverts. */
export const quoteExactInput = (pool: PoolState, sellsToken0: boolean, amountIn: bigint): PoolQuote | null =>
  quote(pool, { isInput: true, sellsToken0, amount: amountIn })

/** Null where the quoter reverts, also when the pool has less than the amount. */
export const quoteExactOutput = (pool: PoolState, sellsToken0: boolean, amountOut: bigint): PoolQuote | null =>
  quote(pool, { isInput: false, sellsToken0, amount: amountOut })

interface Order {
  readonly isInput: boolean
  readonly sellsToken0: boolean
  readonly amount: bigint
}

interface Walk {
  price: bigint
  tick: number
  liquidity: bigint
  remaining: bigint
  /** Sum of the other side of the swap. */
  moved: bigint
  stops: number
  crossed: number
}

function quote(pool: PoolState, order: Order): PoolQuote | null {
  const { isInput, sellsToken0, amount } = order
  const limit = sellsToken0 ? MIN_SQRT_PRICE + 1n : MAX_SQRT_PRICE - 1n
  const hasRoom = sellsToken0 ? pool.sqrtPrice > limit : pool.sqrtPrice < limit
  if (pool.sqrtPrice === 0n || !hasRoom || amount <= 0n || amount > AMOUNT_MAX) return null
  const walk = walkPool(pool, order, limit)
  if (!walk) return null
  const { remaining, moved, stops, crossed, price } = walk
  const gas = GAS.swap + BigInt(stops) * GAS.stop + BigInt(crossed) * GAS.tick
  const found = { amount: moved, sqrtPriceAfter: price, gas }
  if (!isInput) return remaining === 0n && moved > 0n ? found : null
  // Without any payment the quoter's callback reverts.
  return remaining < amount ? found : null
}

function walkPool(pool: PoolState, { isInput, sellsToken0, amount }: Order, limit: bigint): Walk | null {
  const { sqrtPrice: price, tick, liquidity, fee } = pool
  const walk: Walk = { price, tick, liquidity, remaining: amount, moved: 0n, stops: 0, crossed: 0 }
  let place = placeAbove(pool.ticks, tick) - (sellsToken0 ? 1 : 0)
  while (walk.remaining > 0n && walk.price !== limit) {
    if (walk.liquidity === 0n && pool.ticks[place] === undefined) return endWalk(walk, pool, limit)
    const stop = nextStop(pool, walk.tick, place, sellsToken0)
    const stopPrice = sqrtPriceAtTick(stop.tick)
    const isBeyond = sellsToken0 ? stopPrice < limit : stopPrice > limit
    const target = isBeyond ? limit : stopPrice
    const done = step({ price: walk.price, target, liquidity: walk.liquidity, remaining: walk.remaining, fee, isInput, sellsToken0 })
    if (!done) return null
    walk.price = done.price
    walk.stops++
    walk.remaining -= isInput ? done.amountIn + done.feeAmount : done.amountOut
    walk.moved += isInput ? done.amountOut : done.amountIn + done.feeAmount
    if (done.price !== stopPrice) continue
    if (stop.isInitialised) {
      const net = pool.nets[place] ?? 0n
      walk.liquidity += sellsToken0 ? -net : net
      walk.crossed++
      place += sellsToken0 ? -1 : 1
    }
    walk.tick = sellsToken0 ? stop.tick - 1 : stop.tick
  }
  return walk
}

/** Without liquidity up to the end of the prices: nothing is moved on the way there, but the contract passes every word of its bitmap. */
function endWalk(walk: Walk, pool: PoolState, limit: bigint): Walk {
  const end = limit < walk.price ? MIN_TICK : MAX_TICK
  const words = Math.ceil(Math.abs(end - walk.tick) / (256 * pool.tickSpacing))
  return { ...walk, price: limit, stops: walk.stops + words }
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
