import { expect, it } from 'vitest'
import { bogotaDay } from './bogota-day.ts'

it('a day of Bogotá begins at five in the morning of UTC, also at the end of a year', () => {
  expect(bogotaDay(new Date('2026-11-22T04:59:59.999Z'))).toBe('2026-11-21')
  expect(bogotaDay(new Date('2026-11-22T05:00:00Z'))).toBe('2026-11-22')
  expect(bogotaDay(new Date('2027-01-01T04:00:00Z'))).toBe('2026-12-31')
})
