/** Repeated log events of the same case are left out. */
import { expect, it } from 'vitest'
import { changesOnly } from './log-changes-only.ts'

it('reports a case once, again when it changes, and again when it was evicted from memory', () => {
  const isNews = changesOnly(2)
  expect([isNews('a', '1'), isNews('a', '1'), isNews('a', '2'), isNews('b', '1')]).toEqual([true, false, true, true])
  // Said last, so that `a` is the oldest.
  expect([isNews('b', '1'), isNews('c', '1'), isNews('b', '1'), isNews('a', '2')]).toEqual([false, true, false, true])
})
