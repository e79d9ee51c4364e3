/** Rows of the page before, of the same list only. */
import { expect, it } from 'vitest'
import { previousPageOf } from './previous-page.ts'

const placeholder = previousPageOf(['hits', 'one', { pageIndex: 1 }])

it('shows the page before of the same person', () => {
  expect(placeholder('rows', { queryKey: ['hits', 'one', { pageIndex: 0 }] })).toBe('rows')
})

it.each([[['hits', 'other', { pageIndex: 0 }]], [['hits', 'one']]])('shows nothing of %j', (queryKey) => {
  expect(placeholder('rows', { queryKey })).toBeUndefined()
})

it('shows nothing at first', () => {
  expect(placeholder('rows', undefined)).toBeUndefined()
})
