import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BPS, boughtWithFee, FEE_BPS_MAX, FEE_PAIRS, FeeRates, FIRST_FEE_RATES, feeOf, pairOf, tierFor } from './fee-schedule.ts'

const amount = fc.bigInt({ min: 1n, max: 10n ** 30n })
const bps = fc.integer({ min: 0, max: FEE_BPS_MAX })

describe('ADM-15 the platform fee', () => {
  it('is never less than its share of the bought amount, and less than one unit more', () => {
    fc.assert(
      fc.property(amount, bps, (bought, rate) => {
        const over = feeOf(bought, rate) * BPS - bought * BigInt(rate)
        expect(over >= 0n && over < BPS).toBe(true)
        expect(feeOf(bought, 0)).toBe(0n)
      }),
    )
  })

  it('leaves exactly the wanted amount when added on top, and is the share of the whole within one unit', () => {
    fc.assert(
      fc.property(amount, bps, (wanted, rate) => {
        const bought = boughtWithFee(wanted, rate)
        const over = (bought - wanted) * BPS - bought * BigInt(rate)
        expect(bought >= wanted && over >= 0n && over < BPS).toBe(true)
        expect(boughtWithFee(wanted, 0)).toBe(wanted)
      }),
    )
  })

  it('uses the highest tier that the volume reaches', () => {
    const tiers = [0, 1_000_000, 50_000_000].map((from, i) => ({ fromCop: String(from), takerBps: 30 - i * 10, makerBps: 0 }))
    const rateAt = (pesos: bigint) => tierFor(tiers, pesos * 100n).takerBps
    expect([0n, 999_999n, 1_000_000n, 49_999_999n, 50_000_000n, 10n ** 12n].map(rateAt)).toEqual([30, 30, 20, 20, 10, 10])
    expect(tierFor(tiers, 99_999_999n).takerBps).toBe(30)
  })

  it.each([
    [[{ fromCop: '0', takerBps: 301, makerBps: 0 }]],
    [[{ fromCop: '0', takerBps: -1, makerBps: 0 }]],
    [[{ fromCop: '0', takerBps: 2.5, makerBps: 0 }]],
    [[{ fromCop: '1', takerBps: 1, makerBps: 0 }]],
    [[{ fromCop: '01', takerBps: 1, makerBps: 0 }]],
    [[]],
    [['0', '5', '5'].map((fromCop) => ({ fromCop, takerBps: 1, makerBps: 0 }))],
    [['0', '1', '2', '3', '4', '5'].map((fromCop) => ({ fromCop, takerBps: 1, makerBps: 0 }))],
  ])('is refused out of bounds: %j', (tiers) => {
    expect(FeeRates.safeParse({ ...FIRST_FEE_RATES, 'COP-USDT': tiers }).success).toBe(false)
  })

  it('applies to a pair in both directions; the first version is zero', () => {
    expect([pairOf('COP', 'USDT'), pairOf('USDT', 'COP'), pairOf('USDT', 'BTC'), pairOf('COP', 'BTC')]).toEqual([
      'COP-USDT',
      'COP-USDT',
      'BTC-USDT',
      'BTC-COP',
    ])
    expect(FeeRates.parse(FIRST_FEE_RATES)).toEqual(FIRST_FEE_RATES)
    expect(FEE_PAIRS.map((pair) => FIRST_FEE_RATES[pair][0]?.takerBps)).toEqual([0, 0, 0])
  })
})
