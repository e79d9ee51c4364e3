import { expect, test } from 'vitest'
import { copFigure, figureOfText, formatFigure } from './amount-text.ts'

test('pesos show cents only when there are some', () => {
  expect(['0', '100', '5000000', '123450', '1300000000000'].map((cents) => copFigure(BigInt(cents)))).toEqual([
    '0',
    '1',
    '50.000',
    '1.234,50',
    '13.000.000.000',
  ])
})

test('other assets show all significant decimals, and no others', () => {
  expect(formatFigure(150_000n, 8)).toBe('0,0015')
  expect(formatFigure(1_234_500_000n, 6)).toBe('1.234,5')
  expect(formatFigure(2_000_000n, 6)).toBe('2')
})

test('no figure passes through a float', () => {
  expect(copFigure(900_719_925_474_099_301n)).toBe('9.007.199.254.740.993,01')
})

test('a figure of wire text keeps all its decimals', () => {
  expect(['0', '1234567.5', '0.00000001', '50000000'].map(figureOfText)).toEqual(['0', '1.234.567,5', '0,00000001', '50.000.000'])
})
