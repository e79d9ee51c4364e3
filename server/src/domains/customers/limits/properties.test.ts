import { CONFIGURATION, firstNumbersOf } from '@tunjo/contract/configuration-catalogue'
import { typedNumbers } from '@tunjo/contract/versioned-numbers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bogotaMonth, checkMonth, maximumsOf } from './rules.ts'

const COP = 100n
const monthlyMaximum = maximumsOf(typedNumbers(CONFIGURATION.limits.numbers, firstNumbersOf('limits')))

describe('limits by level and month', () => {
  it('KYC-18 13 and 40 million, then none; nothing before level 1', () => {
    expect(([0, 1, 2, 3] as const).map((level) => monthlyMaximum(level))).toEqual([0n, 13_000_000n * COP, 40_000_000n * COP, null])
  })

  it('KYC-18 R38 whatever is asked in whatever order, what passes in a month never exceeds the level of that moment', () => {
    const use = fc.record({ amount: fc.bigInt({ min: 1n, max: 9_000_000n * COP }), level: fc.constantFrom(0, 1, 2, 3) })
    fc.assert(
      fc.property(fc.array(use, { maxLength: 40 }), (uses) => {
        let used = 0n
        for (const { amount, level } of uses) {
          const maximum = monthlyMaximum(level as 0 | 1 | 2 | 3)
          const refused = checkMonth({ used, amount, maximum })
          const fits = maximum === null || used + amount <= maximum
          expect(refused === null).toBe(fits)
          if (!refused) used += amount
        }
      }),
    )
  })

  it('KYC-18 every moment is in the month that a clock in Bogotá shows', () => {
    const clock = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota', year: 'numeric', month: '2-digit' })
    fc.assert(
      fc.property(fc.date({ min: new Date('2024-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), (instant) => {
        expect(bogotaMonth(instant)).toBe(`${clock.format(instant)}-01`)
      }),
      { numRuns: 1_000 },
    )
  })
})
