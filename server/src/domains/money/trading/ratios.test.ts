import { parseUnits } from '@tunjo/contract/money'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deviationBps, feePpm, lossPpm, percentText, ratioText } from './ratios.ts'

const amount = fc.bigInt({ min: 1n, max: 10n ** 30n })
const RUNS = { numRuns: 10_000 }

it('ratios are written with ten significant digits, rounded down', () => {
  expect(ratioText({ numerator: 1n, denominator: 3n })).toBe('0.3333333333')
  expect(ratioText({ numerator: 12345678901234n, denominator: 1n })).toBe('12345678900000')
  expect(ratioText({ numerator: 0n, denominator: 7n })).toBe('0')
  expect(percentText(500n)).toBe('0.05')
  fc.assert(
    fc.property(amount, amount, (numerator, denominator) => {
      const written = parseUnits(ratioText({ numerator, denominator }), 60)
      if (written === null) throw new Error('not a decimal')
      const exact = (numerator * 10n ** 60n) / denominator
      expect(written <= exact && (exact - written) * 10n ** 9n <= exact + 10n ** 33n).toBe(true)
    }),
    RUNS,
  )
})

it('EX-01 fees add up over hops, and a loss is given in parts per million', () => {
  expect(feePpm([500])).toBe(500n)
  expect(feePpm([500, 3000])).toBe(3_499n)
  const kept = { numerator: 1_994n, denominator: 1_000n }
  expect(lossPpm(kept, 1_000_000n, 1_994_000n)).toBe(0n)
  expect(lossPpm(kept, 1_000_000n, 1_894_300n)).toBe(50_000n)
  expect(lossPpm(kept, 1_000_000n, 2_100_000n)).toBe(0n)
})

it('the deviation of pools from sources is given in basis points, in both directions', () => {
  const market = { numerator: 1n, denominator: 100n }
  expect(deviationBps(market, 1n, 100n)).toBe(0n)
  expect(deviationBps(market, 100n, 10_200n)).toBe(200n)
  expect(deviationBps(market, 100n, 9_800n)).toBe(200n)
  expect(deviationBps(market, 100n, 1_000_000n)).toBeGreaterThan(900_000n)
})
