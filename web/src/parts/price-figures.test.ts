import { describe, expect, it } from 'vitest'
import { formatDecimal, formatPercent, formatPrice, formatSignificant, formatUsd, isBase, ratioOf, unitsOf } from './price-figures.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const ratio = (amount: string, per: string) => ratioOf(amount, per) ?? { numerator: 0n, denominator: 1n }

describe('EX-01 the price line', () => {
  it.each([
    ['262143111.5', '1', '262.143.111,50000000'],
    ['1', '3', '0,33333333'],
    ['0.00000191', '500', '0,00000000382'],
    ['0', '1', '0,00000000'],
  ])('shows %s for %s as %s', (amount, per, shown) => {
    expect(formatPrice(ratio(amount, per))).toBe(shown)
  })
})

it.each([
  ['262143111.5', '1', '262.143.111'],
  ['3987.65', '1', '3.987,65'],
  ['1', '3', '0,33333333'],
  ['0.00191', '500000', '0,00000000382'],
])('EX-08 equivalence of %s for %s is %s', (amount, per, shown) => {
  expect(formatSignificant(ratio(amount, per))).toBe(shown)
})

it('has no price without an amount to divide by', () => {
  expect(ratioOf('1', '0')).toBeNull()
})

it.each([
  ['0.05', '0,05 %'],
  ['0.349825', '0,35 %'],
  ['0.0001', '0,01 %'],
  ['0', '0 %'],
  ['12', '12 %'],
])('shows %s per cent as %s, never smaller than it is', (text, shown) => {
  expect(plain(formatPercent(text))).toBe(shown)
})

it.each([
  ['1234.567', 'US$ 1.234,56'],
  ['0.000001', '< US$ 0,01'],
  ['0', 'US$ 0,00'],
])('shows %s dollars as %s', (text, shown) => {
  expect(plain(formatUsd(text))).toBe(shown)
})

it('formats decimal text for display', () => {
  expect([formatDecimal('3792.37', 2), formatDecimal('180', 2), formatDecimal('0.00000001'), formatDecimal('1000')]).toEqual([
    '3.792,37',
    '180,00',
    '0,00000001',
    '1.000',
  ])
})

it('rounds a fee up', () => {
  expect(plain(formatUsd('0.121', 'up'))).toBe('US$ 0,13')
  expect(unitsOf('0.1200', 2, 'up')).toBe(12n)
})

it('prices in pesos first, then in dollars', () => {
  expect([isBase('BTC', 'COP'), isBase('COP', 'BTC'), isBase('USDT', 'COP'), isBase('BTC', 'USDT')]).toEqual([true, false, true, true])
})
