import { expect, it } from 'vitest'
import { leastOf, leftOfMonth } from './month-left.ts'

it('SEC-28 KYC-02 the rest of a month is never below zero, and unknown without a limit', () => {
  expect(leftOfMonth({ used: 3n, maximum: 10n })).toBe(7n)
  expect(leftOfMonth({ used: 12n, maximum: 10n })).toBe(0n)
  expect([leftOfMonth({ used: 12n, maximum: null }), leftOfMonth(undefined)]).toEqual([null, null])
})

it('KYC-02 the smallest bound counts, zero too', () => {
  expect(leastOf(5n, null, 3n, undefined)).toBe(3n)
  expect(leastOf(0n, 3n)).toBe(0n)
  expect(leastOf(null, undefined)).toBeNull()
})
