import { expect, it } from 'vitest'
import { defaultFraction, formatCop, formatFigure } from './amount-format.ts'

it.each([
  [1_300_000_000n, '$ 13.000.000'],
  [123_456_789n, '$ 1.234.567,89'],
  [123_456_780n, '$ 1.234.567,80'],
  [0n, '$ 0'],
  [-500_000n, '−$ 5.000'],
])('shows %s cents of a peso as %s', (cents, shown) => {
  expect(formatCop(cents).replaceAll('\u00a0', ' ')).toBe(shown)
})

it.each([
  [1n, 8, '0,00000001'],
  [150_000_000n, 8, '1,50'],
  [100_000_000n, 8, '1,00'],
  [1_234_567_891_234n, 6, '1.234.567,891234'],
])('shows %s base units at scale %s as %s', (amount, scale, shown) => {
  expect(formatFigure(amount, scale, defaultFraction(amount, scale, false))).toBe(shown)
})

it('truncates instead of rounding, so that a balance never looks larger than it is', () => {
  expect(formatFigure(1_999_999n, 6, { minimum: 2, maximum: 2 })).toBe('1,99')
})
