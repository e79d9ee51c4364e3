import { expect, it } from 'vitest'
import { rowAfterKey } from './row-keys.ts'

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 19, 19],
  ['ArrowUp', 1, 0],
  ['ArrowUp', 0, 0],
  ['PageDown', 15, 19],
  ['PageUp', 5, 0],
  ['Home', 7, 0],
  ['End', 7, 19],
  ['a', 7, null],
])('%s from row %i leads to %s', (key, from, to) => {
  expect(rowAfterKey(key, from, 20)).toBe(to)
})
