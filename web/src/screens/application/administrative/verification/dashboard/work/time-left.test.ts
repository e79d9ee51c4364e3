import { expect, it } from 'vitest'
import { timeLeft, timeLeftText } from './time-left.ts'

const NOW = Date.parse('2027-02-01T12:00:00-05:00')
const HOUR = 3_600_000
it.each([
  [0.25 * HOUR, 15, 'minute'],
  [HOUR, 1, 'hour'],
  [3.9 * HOUR, 3, 'hour'],
  [47 * HOUR, 47, 'hour'],
  [49 * HOUR, 2, 'day'],
  [-0.5 * HOUR, -30, 'minute'],
  [-5.5 * HOUR, -5, 'hour'],
  [-72 * HOUR, -3, 'day'],
  [0, 0, 'minute'],
  [-1000, 0, 'minute'],
] as const)('%s ms from now is %s %ss', (left, count, unit) => {
  expect(timeLeft(NOW + left, NOW)).toEqual({ count, unit })
})

it('is shown in words, before and after', () => {
  expect(timeLeftText(NOW + 3 * HOUR, NOW)).toBe('dentro de 3 h')
  expect(timeLeftText(NOW - 3 * HOUR, NOW)).toBe('hace 3 h')
  expect(timeLeftText(NOW - 1000, NOW)).toMatch(/^hace 0/)
})
