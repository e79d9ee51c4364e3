import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { amountRefusal } from './payment-rules.ts'

const rules = { minimum: 1_000_000n, maximum: 500_000_000n }
/** The key and what it is told, in place of a sentence. */
const t = ((key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' ')) as TFunction<'money'>

it('MON-04 an amount of exactly the minimum or the maximum moves, one cent beyond it does not', () => {
  expect(amountRefusal(rules.minimum, rules, t)).toBeNull()
  expect(amountRefusal(rules.maximum, rules, t)).toBeNull()
  expect(amountRefusal(rules.minimum - 1n, rules, t)).toBe('belowMinimum')
  expect(amountRefusal(rules.maximum + 1n, rules, t)).toMatch(/^aboveMaximum .*5\.000\.000/)
})

it('before the rules arrive the minimum holds, and nothing typed is nothing wrong', () => {
  expect(amountRefusal(999_999n, undefined, t)).toBe('belowMinimum')
  expect(amountRefusal(10n ** 15n, undefined, t)).toBeNull()
  expect(amountRefusal(null, rules, t, { available: 0n })).toBeNull()
})

it('more than what is available is said last', () => {
  expect(amountRefusal(2_000_000n, rules, t, { available: 2_000_000n })).toBeNull()
  expect(amountRefusal(2_000_001n, rules, t, { available: 2_000_000n })).toBe('aboveBalance')
  expect(amountRefusal(rules.maximum + 1n, rules, t, { available: 0n })).toMatch(/^aboveMaximum/)
})

it('KYC-02 more than what is left of the month is said before the server has to', () => {
  expect(amountRefusal(2_000_000n, rules, t, { left: 2_000_000n })).toBeNull()
  expect(amountRefusal(2_000_001n, rules, t, { left: 2_000_000n })).toMatch(/^aboveMonth .*20\.000/)
  expect(amountRefusal(2_000_001n, rules, t, { left: null })).toBeNull()
})
