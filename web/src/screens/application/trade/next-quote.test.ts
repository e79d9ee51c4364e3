import { expect, it } from 'vitest'
import { secondsUntil } from './next-quote.tsx'

it('EX-05 the countdown shows started seconds, and none when the quote is due', () => {
  expect([10_000, 9_001, 9_000, 1, 0, -5_000].map((left) => secondsUntil(1_000_000 + left, 1_000_000))).toEqual([10, 10, 9, 1, 0, 0])
})
