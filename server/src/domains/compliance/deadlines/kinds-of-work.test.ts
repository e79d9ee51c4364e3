/** Notices match the marks in the lists. */
import { CONFIGURATION } from '@tunjo/contract/configuration-catalogue'
import { typedNumbers } from '@tunjo/contract/versioned-numbers'
import { expect, it } from 'vitest'
import { addBusinessHours } from '../../../platform/time/business-days.ts'
import { dueState } from '../../reference/configuration/index.ts'
import { boundsOf, worksOf } from './kinds-of-work.ts'

const deadlines = typedNumbers(CONFIGURATION.deadlines.numbers, {})
// A Friday afternoon before a holiday on Monday (Ley 51 de 1983).
const FRIDAY = new Date('2026-11-13T15:00:00-05:00')
const QUARTER_MS = 15 * 60_000

it.each([1, 4, 8, 10, 30])('ADM-13 for work with %i hours the bounds are the moments at which its mark changes', (hours) => {
  const due = addBusinessHours(FRIDAY, hours)
  for (let quarter = 0; quarter < 24 * 4 * 10; quarter++) {
    const now = new Date(FRIDAY.getTime() + quarter * QUARTER_MS)
    const until = boundsOf({ hours, clock: 'until' }, now, deadlines)
    const state = dueState(due, hours, { now, deadlines })
    expect([due <= until.near, due <= until.overdue], now.toISOString()).toEqual([state !== 'in_time', state === 'overdue'])
    // The same work by its start: overdue at the same moment.
    expect(FRIDAY <= boundsOf({ hours, clock: 'since' }, now, deadlines).overdue, now.toISOString()).toBe(state === 'overdue')
  }
})

it('ADM-13 each number of the set but the share is the time of some work', () => {
  const used = new Set(
    worksOf({
      ...deadlines,
      hitLookHours: 1001,
      hitHours: 1002,
      accountHours: 1003,
      refreshHours: 1004,
      diligenceHours: 1005,
      natureHours: 1006,
    }).map(({ hours }) => hours),
  )
  for (const hours of [1001, 1002, 1003, 1004, 1005, 1006, deadlines.documentHours, deadlines.depositHours, deadlines.lowAlertHours])
    expect(used).toContain(hours)
})
