import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdingInCop, percentage, sharesOf } from './rules.ts'

const price = (given: bigint, scale: number) => ({ price: given, scale, source: 'test', at: new Date(0), isStale: false })

describe('value in pesos', () => {
  it('MON-02 is amount times price in cents', () => {
    // 0.015 BTC at 410,250,000.50 COP
    expect(holdingInCop('BTC', 1_500_000n, price(41_025_000_050n, 2))).toBe(615_375_000n)
    // 12.5 USDT at 4,105.123456 COP = 51,314.0432 COP
    expect(holdingInCop('USDT', 12_500_000n, price(4_105_123_456n, 6))).toBe(5_131_404n)
    expect(holdingInCop('COP', 150_050n, null)).toBe(150_050n)
  })
  it('is unknown without a price, and zero only for nothing', () => {
    expect(holdingInCop('BTC', 1n, null)).toBeNull()
    expect(holdingInCop('BTC', 0n, null)).toBe(0n)
  })
  it('keeps every digit of amounts beyond the precision of a float', () => {
    expect(holdingInCop('BTC', 12_345_678_901_234_567_890n, price(10n ** 2n, 0))).toBe(
      (1_234_567_890_123_456_789_0n * 100n * 100n) / 10n ** 8n,
    )
  })
})

describe('shares', () => {
  it('MON-01 are signed percentages', () => {
    expect(sharesOf([1n, 1n, 1n]).map(percentage)).toEqual(['33.34%', '33.33%', '33.33%'])
    expect(sharesOf([0n, 0n, 0n]).map(percentage)).toEqual(['0.00%', '0.00%', '0.00%'])
    expect(sharesOf([5n, 0n, 0n]).map(percentage)).toEqual(['100.00%', '0.00%', '0.00%'])
  })
  it('add up to exactly 100 %, and shares of nothing are zero', () => {
    const values = fc.array(fc.bigInt({ min: 0n, max: 10n ** 24n }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(values, (given) => {
        const shares = sharesOf(given)
        const total = given.reduce((sum, value) => sum + value, 0n)
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(total === 0n ? 0n : 10_000n)
        for (const [index, value] of given.entries()) if (value === 0n) expect(shares[index]).toBe(0n)
      }),
      { numRuns: 2_000 },
    )
  })
})
