import { CONFIGURATION } from '@tunjo/contract/configuration-catalogue'
import { typedNumbers } from '@tunjo/contract/versioned-numbers'
import { expect, it } from 'vitest'
import { reviewDue } from './due.ts'

const bogota = (text: string) => new Date(`${text}-05:00`)
// A Friday afternoon before a holiday on Monday (Ley 51 de 1983).
const deadlines = typedNumbers(CONFIGURATION.deadlines.numbers, {})
const since = bogota('2026-11-13T16:00:00')

it.each([
  ['2026-11-13T16:00:00', 'in_time'],
  ['2026-11-16T12:00:00', 'in_time'],
  ['2026-11-17T08:59:59', 'in_time'],
  ['2026-11-17T09:00:00', 'soon'],
  ['2026-11-17T09:59:59', 'soon'],
  ['2026-11-17T10:00:00', 'overdue'],
  ['2026-12-01T10:00:00', 'overdue'],
] as const)('a review submitted on Friday at four is, at %s, %s', (now, due) => {
  expect(reviewDue(since, { now: bogota(now), deadlines })).toEqual({ dueAt: bogota('2026-11-17T10:00:00').toISOString(), due })
})
