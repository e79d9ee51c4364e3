import { expect, it } from 'vitest'
import { readHidden } from './hidden-columns.ts'

const COLUMNS = [{ key: 'actions', isFixed: true }, { key: 'id' }, { key: 'email' }, { key: 'city', isExtra: true }]

it('hides the extra columns until the person chooses', () => {
  expect([...readHidden(null, COLUMNS)]).toEqual(['city'])
})

it("applies the person's choice, without unknown or fixed columns", () => {
  expect([...readHidden('["email","actions","gone"]', COLUMNS)]).toEqual(['email'])
  expect([...readHidden('[]', COLUMNS)]).toEqual([])
})

it.each(['', 'not json', '{"email":true}'])('ignores stored text that is no list: %s', (text) => {
  expect([...readHidden(text, COLUMNS)]).toEqual(['city'])
})
