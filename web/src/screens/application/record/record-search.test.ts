import { expect, it } from 'vitest'
import { readSearch } from './record-search.ts'

it('MON-03 reads the filters of the address', () => {
  expect(readSearch({ kind: 'DEPOSIT', state: 'failed', page: 3, movement: 'x' })).toEqual({
    kind: 'DEPOSIT',
    state: 'failed',
    page: 3,
    movement: 'x',
  })
})

it('MON-03 ignores what is not a filter of ours', () => {
  const expected = { kind: 'ALL', state: undefined, page: 1, movement: undefined }
  expect(readSearch({ kind: 'X', state: 'all', page: -1, movement: 5 })).toEqual(expected)
  expect(readSearch({ page: 1.5 })).toEqual(expected)
})
