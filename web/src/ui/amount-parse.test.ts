import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatFigure } from './amount-format.ts'
import { parseAmount, regroup, withoutCents } from './amount-parse.ts'

describe('C9 parsing of a typed amount', () => {
  it.each([
    ['1.234.567,89', 2, 123456789n],
    ['1234567,89', 2, 123456789n],
    ['10000', 0, 10000n],
    ['10.000', 0, 10000n],
    ['0,00000001', 8, 1n],
    ['1,234', 8, 123400000n],
    [' 5 ', 0, 5n],
    ['0.75', 8, 75000000n],
    ['0.123', 8, 12300000n],
    ['1.5', 8, 150000000n],
    ['1234.567', 8, 123456700000n],
    ['10.000.50', 2, 1000050n],
    ['2.', 2, 200n],
    ['1.234', 8, 123400000000n],
    ['$ 1.500.000', 0, 1500000n],
    ['$1.500.000', 0, 1500000n],
    ['$\u00a01.500.000 COP', 0, 1500000n],
    ['1.500.000 cop', 0, 1500000n],
  ])('reads %s', (text, scale, amount) => {
    expect(parseAmount(text, scale)).toEqual({ amount, problem: null })
  })

  it.each([
    ['1,234.56', 2, 'ambiguous'],
    ['1.5.0', 8, 'ambiguous'],
    ['.5', 8, 'ambiguous'],
    ['0.123', 2, 'decimals'],
    ['0.75', 0, 'ambiguous'],
    ['12.34.567', 2, 'ambiguous'],
    ['1,2,3', 2, 'ambiguous'],
    ['-5', 0, 'ambiguous'],
    ['1e5', 0, 'ambiguous'],
    ['mil', 0, 'ambiguous'],
    ['', 0, 'empty'],
    ['1,5', 0, 'noDecimals'],
    ['0,123', 2, 'decimals'],
    ['$ 0,5', 8, 'ambiguous'],
    ['$ $ 5', 0, 'ambiguous'],
    ['$', 0, 'ambiguous'],
  ])('refuses %s', (text, scale, problem) => {
    expect(parseAmount(text, scale)).toEqual({ amount: null, problem })
  })

  it('API-02 parses every figure it shows, without loss', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), fc.constantFrom(0, 2, 6, 8, 18), (amount, scale) => {
        const shown = formatFigure(amount, scale, { minimum: 0, maximum: scale })
        expect(parseAmount(shown, scale)).toEqual({ amount, problem: null })
      }),
    )
  })
})

it.each([
  ['1234', '1.234'],
  ['1.2345', '12.345'],
  ['0012', '12'],
  ['1234,5', '1.234,5'],
  ['1234,', '1.234,'],
  ['abc', 'abc'],
  ['1,2,3', '1,2,3'],
])('regroups %s to %s while typing', (typed, shown) => {
  expect(regroup(typed)).toBe(shown)
})

it.each([
  ['10000,50', '10.000'],
  ['10.000,', '10.000'],
  ['1.000.050', null],
  ['10,000.50', null],
  ['1,2,3', null],
  [',5', null],
])('MON-04 whole pesos of %s keep %s', (typed, kept) => {
  expect(withoutCents(typed)).toBe(kept)
})
