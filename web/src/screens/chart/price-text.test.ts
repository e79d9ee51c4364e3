import { expect, it } from 'vitest'
import { priceText } from './price-text.ts'

it.each([
  [34_631_978_112_345_678n, '346.319.781'],
  [9_129_600_000_000n, '91.296,00'],
  [379_652_999_999n, '3.796,52'],
  [12_345n, '0,00012345'],
])('EX-09 shows the price %s as %s', (price, shown) => {
  expect(priceText(price)).toBe(shown)
})
