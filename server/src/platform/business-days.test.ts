import { expect, it } from 'vitest'
import { addBusinessDays, isBusinessDay } from './business-days.ts'

const bogota = (text: string) => new Date(`${text}-05:00`)

it.each([
  ['a Tuesday night is due on Wednesday night', '2026-11-24T23:30:00', 1, '2026-11-25T23:30:00'],
  ['a Friday is due on Monday', '2026-11-20T10:00:00', 1, '2026-11-23T10:00:00'],
  ['a holiday that was moved to Monday does not count', '2026-11-13T10:00:00', 1, '2026-11-17T10:00:00'],
  ['Holy Week', '2026-04-01T10:00:00', 1, '2026-04-06T10:00:00'],
  ['Christmas and the weekend', '2026-12-24T10:00:00', 1, '2026-12-28T10:00:00'],
  ['several', '2026-11-20T10:00:00', 5, '2026-11-27T10:00:00'],
])('business days of Colombia: %s', (_what, from, days, due) => {
  expect(addBusinessDays(bogota(from), days)).toEqual(bogota(due))
})

it('counts by the day of Bogotá, not of UTC', () => {
  expect(isBusinessDay(bogota('2026-11-22T23:00:00'))).toBe(false)
  expect(isBusinessDay(bogota('2026-11-20T23:00:00'))).toBe(true)
})
