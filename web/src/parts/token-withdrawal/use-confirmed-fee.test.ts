/** G9: a large fee is confirmed by typing it, in any unambiguous format. */
import { expect, it } from 'vitest'
import { isTypedFee } from './use-confirmed-fee.ts'

it.each([
  ['2,104373', true],
  ['2.104373', true],
  [' 2,104373 ', true],
  ['2,10', false],
  ['2104373', false],
  ['2.104.373', false],
  ['', false],
])('"%s" typed for a fee of 2,104373 USDT: %s', (text, isFee) => expect(isTypedFee(text, 'USDT', 2_104_373n)).toBe(isFee))

it('either separator marks the decimals, and cents of pesos count', () => {
  expect(isTypedFee('1.000', 'USDT', 1_000_000n)).toBe(true)
  expect(isTypedFee('1.000', 'COP', 100_000n)).toBe(true)
  expect(isTypedFee('1234,56', 'COP', 123_456n)).toBe(true)
})
