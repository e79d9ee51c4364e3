import { expect, it } from 'vitest'
import { addBusinessDays, addBusinessHours, businessHoursBefore, isBusinessDay } from './business-days.ts'

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

it.each([
  ['a morning is due after lunch', '2026-11-24T09:15:00', 4, '2026-11-24T13:15:00'],
  ['the last minute before the office closes', '2026-11-24T14:00:00', 4, '2026-11-24T18:00:00'],
  ['an afternoon continues in the next morning', '2026-11-24T16:00:00', 4, '2026-11-25T10:00:00'],
  ['what comes at night counts from the morning', '2026-11-24T23:30:00', 4, '2026-11-25T12:00:00'],
  ['what comes before the office opens counts from then', '2026-11-24T05:00:00', 1, '2026-11-24T09:00:00'],
  ['a Friday evening is due on Monday', '2026-11-20T17:00:00', 4, '2026-11-23T11:00:00'],
  ['a Saturday before a holiday that was moved to Monday', '2026-11-14T10:00:00', 4, '2026-11-17T12:00:00'],
  ['Christmas and the weekend', '2026-12-24T17:30:00', 1, '2026-12-28T08:30:00'],
  ['more than a day', '2026-11-23T08:00:00', 25, '2026-11-25T13:00:00'],
])('business hours of Colombia: %s', (_what, from, hours, due) => {
  expect(addBusinessHours(bogota(from), hours)).toEqual(bogota(due))
})

it('business hours before a moment divide what is due by then from what is not, to the millisecond, in any quarter of an hour', () => {
  const QUARTER_MS = 900_000
  // Over a weekend with a holiday on Monday, and over Christmas.
  for (const from of ['2026-11-12T00:00:00', '2026-12-23T00:00:00'])
    for (let step = 0; step < 6 * 96; step += 1) {
      const now = new Date(bogota(from).getTime() + step * QUARTER_MS)
      for (const hours of [3, 4, 11]) {
        const since = businessHoursBefore(now, hours)
        expect(addBusinessHours(since, hours) <= now, `${now.toISOString()} ${hours}`).toBe(true)
        expect(addBusinessHours(new Date(since.getTime() + 1), hours) > now, `${now.toISOString()} ${hours}`).toBe(true)
      }
    }
})
