/** What is said again of the same case is left out. */
import { expect, it } from 'vitest'
import { changesOnly } from './changes-only.ts'

it('says a case once, again when it changes, and again when it went out of memory', () => {
  const isNews = changesOnly(2)
  expect([isNews('a', '1'), isNews('a', '1'), isNews('a', '2'), isNews('b', '1')]).toEqual([true, false, true, true])
  // Said last, so that `a` is the oldest.
  expect([isNews('b', '1'), isNews('c', '1'), isNews('b', '1'), isNews('a', '2')]).toEqual([false, true, false, true])
})
