import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { amountRefusal } from './payment-rules.ts'

const rules = { minimum: 1_000_000n, maximum: 500_000_000n }
/** Translation stub: the key and its values. */
const t = ((key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' ')) as TFunction<'money'>

it('MON-04 accepts an amount of exactly the minimum or the maximum, and refuses one cent beyond', () => {
  expect(amountRefusal(rules.minimum, rules, t)).toBeNull()
  expect(amountRefusal(rules.maximum, rules, t)).toBeNull()
  expect(amountRefusal(rules.minimum - 1n, rules, t)).toBe('belowMinimum')
  expect(amountRefusal(rules.maximum + 1n, rules, t)).toMatch(/^aboveMaximum .*5\.000\.000/)
})

it('the default minimum applies before the rules are loaded, and an empty field is no error', () => {
  expect(amountRefusal(999_999n, undefined, t)).toBe('belowMinimum')
  expect(amountRefusal(10n ** 15n, undefined, t)).toBeNull()
  expect(amountRefusal(null, rules, t, { available: 0n })).toBeNull()
})

it('an amount above the available one is reported last', () => {
  expect(amountRefusal(2_000_000n, rules, t, { available: 2_000_000n })).toBeNull()
  expect(amountRefusal(2_000_001n, rules, t, { available: 2_000_000n })).toBe('aboveBalance')
  expect(amountRefusal(rules.maximum + 1n, rules, t, { available: 0n })).toMatch(/^aboveMaximum/)
})

it('KYC-02 an amount above the rest of the month is reported before the server refuses it', () => {
  expect(amountRefusal(2_000_000n, rules, t, { left: 2_000_000n })).toBeNull()
  expect(amountRefusal(2_000_001n, rules, t, { left: 2_000_000n })).toMatch(/^aboveMonth .*20\.000/)
  expect(amountRefusal(2_000_001n, rules, t, { left: null })).toBeNull()
})
