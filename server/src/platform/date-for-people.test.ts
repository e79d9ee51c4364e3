import { expect, it } from 'vitest'
import { formatDateTime, formatDay } from './format-date.ts'

it.each([
  ['2026-11-21T06:30:00Z', '21 de noviembre de 2026, 1:30 a. m.'],
  ['2026-11-21T03:05:59Z', '20 de noviembre de 2026, 10:05 p. m.'],
  ['2027-01-01T05:00:00Z', '1 de enero de 2027, 12:00 a. m.'],
])('%s is %s in Bogotá', (at, text) => {
  expect(formatDateTime(new Date(at))).toBe(text)
})

it('a day is the same everywhere', () => expect(formatDay('2027-03-01')).toBe('1 de marzo de 2027'))
