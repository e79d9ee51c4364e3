import { describe, expect, it } from 'vitest'
import { basisPoints, formatShare, wholePercent } from './percent-format.ts'

describe('percent', () => {
  it('rounds down', () => {
    expect(wholePercent(2, 3)).toBe(66)
    expect(wholePercent(999, 1000)).toBe(99)
  })

  it('is exact at both ends', () => {
    expect(wholePercent(0, 5)).toBe(0)
    expect(wholePercent(5, 5)).toBe(100)
    expect(wholePercent(0, 0)).toBe(0)
    expect(wholePercent(7, 5)).toBe(100)
    expect(wholePercent(-1, 5)).toBe(0)
  })

  it('accepts amounts that no number could represent', () => {
    expect(basisPoints(10n ** 30n / 3n, 10n ** 30n)).toBe(3333n)
  })

  it('formats two decimals for Colombia, above the whole too', () => {
    expect(formatShare(1, 8)).toBe('12,5\u00a0%')
    expect(formatShare(2, 3)).toBe('66,66\u00a0%')
    expect(formatShare(15, 10)).toBe('150\u00a0%')
    expect(formatShare(0, 0)).toBe('0\u00a0%')
  })
})
