import { expect, it } from 'vitest'
import { formatDateTime, formatDay, formatTime } from './format-date.ts'
import { translateDate } from './translate-date.ts'

it.each([
  ['2026-11-21T06:30:00Z', '21 de noviembre de 2026, 1:30 a. m.'],
  ['2026-11-21T03:05:59Z', '20 de noviembre de 2026, 10:05 p. m.'],
  ['2027-01-01T05:00:00Z', '1 de enero de 2027, 12:00 a. m.'],
])('%s is %s in Bogotá', (at, text) => {
  expect(formatDateTime(new Date(at))).toBe(text)
})

it('a day is the same everywhere', () => expect(formatDay('2027-03-01')).toBe('1 de marzo de 2027'))

it.each([
  ['21 de noviembre de 2026, 1:30 a. m.', '21 November 2026, 01:30'],
  ['1 de enero de 2027, 12:00 a. m.', '1 January 2027, 00:00'],
  ['31 de diciembre de 2026, 12:05 p. m.', '31 December 2026, 12:05'],
  ['1 de marzo de 2027', '1 March 2027'],
  ['1:30 p. m.', '13:30'],
  ['El pago es del 1 de marzo de 2027.', 'El pago es del 1 de marzo de 2027.'],
  ['1 de marzo de 2027, 1:30 p. m., 2', '1 de marzo de 2027, 1:30 p. m., 2'],
  ['1 de marzo de 2027, hoy', '1 de marzo de 2027, hoy'],
  ['', ''],
])('the stored text “%s” is “%s” for an English reader', (stored, shown) => {
  expect(translateDate(stored, 'en')).toBe(shown)
  expect(translateDate(stored, 'es')).toBe(stored)
})

it('every day and minute that is stored is shown in the format of each language', () => {
  for (let at = Date.parse('2026-01-01T00:00:00Z'); at < Date.parse('2027-01-03T00:00:00Z'); at += 7_260_000) {
    const moment = new Date(at)
    expect(translateDate(formatDateTime(moment), 'en')).toBe(formatDateTime(moment, 'en'))
    expect(translateDate(formatTime(moment), 'en')).toBe(formatTime(moment, 'en'))
  }
})
