import { ASSETS } from '@tunjo/contract/money'
import { expect, it } from 'vitest'
import money from './es/money.json'

it('EX-03 balances and the list of tokens name an asset the same', () => {
  const names = Object.fromEntries(Object.entries(ASSETS).map(([code, { name }]) => [code, name]))
  expect(money.asset).toEqual(names)
})
