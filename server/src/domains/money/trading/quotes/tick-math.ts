/**
 * Tick math of Uniswap v3 (whitepaper, 6.1): square root prices with 96 fraction bits at a tick, and the tick at a square root price. A
 * price at tick i is 1.0001^i; the square root is a product of powers with 128 fraction bits, one for each bit of the tick.
 */
export const MIN_TICK = -887_272
export const MAX_TICK = 887_272
const POWERS = 20
/** Fraction bits of the computation of the powers; errors of the repeated squares stay far below the 128 bits that are used. */
const PRECISION = 512n
const ONE_Q128 = 1n << 128n
const MAX_UINT256 = (1n << 256n) - 1n
const LOWEST_BITS = (1n << 32n) - 1n

/** 1.0001^(-2^(k-1)) for each bit k of a tick, with 128 fraction bits, rounded to the nearest. */
const powers: readonly bigint[] = computePowers()

function computePowers(): bigint[] {
  let power = squareRoot((10_000n << (2n * PRECISION)) / 10_001n)
  const shift = PRECISION - 128n
  return Array.from({ length: POWERS }, () => {
    const rounded = (power + (1n << (shift - 1n))) >> shift
    power = (power * power) >> PRECISION
    return rounded
  })
}

function squareRoot(value: bigint): bigint {
  let root = 1n << (BigInt(value.toString(2).length + 1) / 2n)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

const KNOWN_MAX = 50_000
const known = new Map<number, bigint>()

/** Square root price at a tick, rounded up. Results are kept, since the same boundaries return in every quote. */
export function sqrtPriceAtTick(tick: number): bigint {
  const earlier = known.get(tick)
  if (earlier !== undefined) return earlier
  if (known.size >= KNOWN_MAX) known.clear()
  const price = computeSqrtPrice(tick)
  known.set(tick, price)
  return price
}

function computeSqrtPrice(tick: number): bigint {
  const size = Math.abs(tick)
  if (!Number.isInteger(tick) || size > MAX_TICK) throw new RangeError(`tick ${tick} is outside Uniswap's range`)
  let ratio = ONE_Q128
  for (const [bit, power] of powers.entries()) if ((size >> bit) & 1) ratio = (ratio * power) >> 128n
  if (tick > 0) ratio = MAX_UINT256 / ratio
  return (ratio >> 32n) + ((ratio & LOWEST_BITS) === 0n ? 0n : 1n)
}

export const MIN_SQRT_PRICE = computeSqrtPrice(MIN_TICK)
export const MAX_SQRT_PRICE = computeSqrtPrice(MAX_TICK)

/** The highest tick whose square root price is not above this one. */
export function tickAtSqrtPrice(sqrtPrice: bigint): number {
  if (sqrtPrice < MIN_SQRT_PRICE || sqrtPrice >= MAX_SQRT_PRICE) throw new RangeError('the price is outside the range of Uniswap')
  const estimate = Math.floor((2 * (Math.log(Number(sqrtPrice)) - 96 * Math.LN2)) / Math.log(1.0001))
  let tick = Math.min(Math.max(estimate, MIN_TICK), MAX_TICK - 1)
  // A double has 53 bits, so the estimate is at most a few ticks away.
  while (sqrtPriceAtTick(tick) > sqrtPrice) tick--
  while (sqrtPriceAtTick(tick + 1) <= sqrtPrice) tick++
  return tick
}
