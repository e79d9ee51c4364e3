/**
 * Quote over one pool: the amounts that QuoterV2 returns at the same state. A swap moves from one initialised tick to the next, and stops
 * at each 256th tick of the spacing too, where the contract's bitmap ends a word: amounts are rounded at each stop.
 */
import { limitOf, reachOf, type Stage } from './pool-path.ts'
import type { PoolState } from './pool-state.ts'
import { partialStep, type Step, step } from './price-steps.ts'
import { MAX_TICK, MIN_TICK } from './tick-math.ts'

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

/** End of a swap in one pool. */
interface End {
  readonly price: bigint
  readonly paid: bigint
  readonly received: bigint
  readonly stops: number
  readonly crossed: number
}

function quote(pool: PoolState, order: Order): PoolQuote | null {
  const { isInput, sellsToken0, amount } = order
  const limit = limitOf(sellsToken0)
  const hasRoom = sellsToken0 ? pool.sqrtPrice > limit : pool.sqrtPrice < limit
  if (pool.sqrtPrice === 0n || !hasRoom || amount <= 0n || amount > AMOUNT_MAX) return null
  const end = endOf(pool, order)
  if (!end) return null
  const { paid, received, stops, crossed, price } = end
  const gas = GAS.swap + BigInt(stops) * GAS.stop + BigInt(crossed) * GAS.tick
  if (!isInput) return received === amount && paid > 0n ? { amount: paid, sqrtPriceAfter: price, gas } : null
  // Without any payment the quoter's callback reverts.
  return paid > 0n ? { amount: received, sqrtPriceAfter: price, gas } : null
}

function endOf(pool: PoolState, order: Order): End | null {
  const { isInput, sellsToken0, amount } = order
  const { from, next } = reachOf(pool, sellsToken0, isInput, amount)
  const remaining = amount - (isInput ? from.paid : from.received)
  if (remaining === 0n) return from
  if (!next) return endWithoutRanges(pool, order, from, remaining)
  const { price, liquidity } = from
  const done = partialStep({ price, target: next.price, liquidity, remaining, fee: pool.fee, isInput, sellsToken0 })
  return done && after(from, done, done.price === next.price ? next.crossed : from.crossed)
}

/** Behind the last whole range: towards the limit of the prices, or without liquidity. */
function endWithoutRanges(pool: PoolState, { isInput, sellsToken0 }: Order, from: Stage, remaining: bigint): End | null {
  const { price, liquidity, place } = from
  const limit = limitOf(sellsToken0)
  if (liquidity === 0n && pool.ticks[place] === undefined) return { ...from, price: limit, stops: from.stops + wordsTo(limit, pool, from) }
  const done = step({ price, target: limit, liquidity, remaining, fee: pool.fee, isInput, sellsToken0 })
  return done && after(from, done, from.crossed)
}

const after = ({ paid, received, stops }: Stage, { price, amountIn, amountOut, feeAmount }: Step, crossed: number): End => ({
  price,
  paid: paid + amountIn + feeAmount,
  received: received + amountOut,
  stops: stops + 1,
  crossed,
})

/** Without liquidity nothing is moved up to the end of the prices, but the contract passes every word of its bitmap. */
function wordsTo(limit: bigint, { tickSpacing }: PoolState, { price, tick }: Stage): number {
  const end = limit < price ? MIN_TICK : MAX_TICK
  return Math.ceil(Math.abs(end - tick) / (256 * tickSpacing))
}
