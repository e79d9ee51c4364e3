import { expect, it } from 'vitest'
import { entryDifferences } from './entry-differences.ts'

const facts = {
  names: ['Ubaldo Wilches'],
  identifiers: ['79123456'],
  birthYears: [1970],
  countries: ['CO'],
  gender: null,
  office: null,
  reason: 'SDNTK',
}

it('ADM-13 lists the added and removed values of an entry', () => {
  expect(
    entryDifferences({ before: facts, after: { ...facts, names: ['Ubaldo Wilches', 'Balito'], birthYears: [1971], gender: 'male' } }),
  ).toEqual([
    { field: 'names', came: ['Balito'], left: [] },
    { field: 'birthYears', came: ['1971'], left: ['1970'] },
    { field: 'gender', came: ['male'], left: [] },
  ])
  expect(entryDifferences({ before: null, after: facts }).map(({ field, came }) => [field, came])).toEqual([
    ['names', ['Ubaldo Wilches']],
    ['identifiers', ['79123456']],
    ['birthYears', ['1970']],
    ['countries', ['CO']],
    ['reason', ['SDNTK']],
  ])
  expect(entryDifferences({ before: facts, after: null }).every(({ came, left }) => came.length === 0 && left.length > 0)).toBe(true)
})
