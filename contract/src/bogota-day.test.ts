import { expect, it } from 'vitest'
import { bogotaDay, endOfBogotaDay, monthsAfter, startOfBogotaDay } from './bogota-day.ts'

it('a day of Bogotá begins at five in the morning of UTC, also at the end of a year', () => {
  expect(bogotaDay(new Date('2026-11-22T04:59:59.999Z'))).toBe('2026-11-21')
  expect(bogotaDay(new Date('2026-11-22T05:00:00Z'))).toBe('2026-11-22')
  expect(bogotaDay(new Date('2027-01-01T04:00:00Z'))).toBe('2026-12-31')
})

it.each(['2026-11-21', '2026-12-31', '2028-02-29'])('%s holds its first instant and not the midnight after it', (day) => {
  const [start, end] = [startOfBogotaDay(day), endOfBogotaDay(day)]
  expect(start.toISOString()).toBe(`${day}T05:00:00.000Z`)
  expect([start, new Date(start.getTime() - 1), new Date(end.getTime() - 1), end].map((at) => bogotaDay(at) === day)).toEqual([
    true,
    false,
    true,
    false,
  ])
})

it('text that is no day has no bounds', () => {
  for (const day of ['mañana', '2026-13-01', '']) expect(startOfBogotaDay(day).getTime()).toBeNaN()
})

it('the same day of a later month, or the last one of a shorter month', () => {
  expect(monthsAfter('2026-11-26', 12)).toBe('2027-11-26')
  expect(monthsAfter('2026-08-31', 1)).toBe('2026-09-30')
  expect(monthsAfter('2027-02-28', 12)).toBe('2028-02-28')
  expect(monthsAfter('2028-02-29', 12)).toBe('2029-02-28')
})
