import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_SQRT_PRICE, MAX_TICK, MIN_SQRT_PRICE, MIN_TICK, sqrtPriceAtTick, tickAtSqrtPrice } from './tick-math.ts'

it('the ends of the range are those that Uniswap publishes', () => {
  expect([MIN_SQRT_PRICE, MAX_SQRT_PRICE]).toEqual([4_295_128_739n, 1461446703485210103287273052203988822378723970342n])
  expect(sqrtPriceAtTick(0)).toBe(1n << 96n)
})

it('the tick at a price is the highest one whose price is not above it', () => {
  fc.assert(
    fc.property(fc.integer({ min: MIN_TICK, max: MAX_TICK - 1 }), (tick) => {
      const [price, next] = [sqrtPriceAtTick(tick), sqrtPriceAtTick(tick + 1)]
      expect(next).toBeGreaterThan(price)
      expect([tickAtSqrtPrice(price), tickAtSqrtPrice(next - 1n)]).toEqual([tick, tick])
    }),
    { numRuns: 2_000 },
  )
})

it('refuses ticks and prices outside the range', () => {
  for (const tick of [MIN_TICK - 1, MAX_TICK + 1, 0.5]) expect(() => sqrtPriceAtTick(tick)).toThrow(RangeError)
  for (const price of [0n, MIN_SQRT_PRICE - 1n, MAX_SQRT_PRICE]) expect(() => tickAtSqrtPrice(price)).toThrow(RangeError)
})
