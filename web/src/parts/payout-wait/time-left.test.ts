import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { countdownText } from './time-left.ts'

const t = ((key: string, values: object) => `${key} ${Object.values(values).join(':')}`) as unknown as TFunction<'pause'>

it.each([
  [1, 'left.minutes 1'],
  [60_001, 'left.minutes 2'],
  [3_600_000, 'left.hours 1'],
  [23 * 3_600_000 + 59 * 60_000 - 1, 'left.both 23:59'],
  [86_400_000, 'left.hours 24'],
])('MON-06 %i ms are %s', (ms, expected) => expect(countdownText(ms, t)).toBe(expected.replaceAll(' ', '\u00a0')))
