/** What may be changed of a rule, on plain values. */

import { type RuleMode, type RuleNumber, type RuleValues, type RuleWords, textOfNumber } from '@tunjo/contract/alert-rule-catalogue'
import type { RuleVersion } from '@tunjo/contract/alert-rules'
import { startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { type Refusal, refusal } from '../../../platform/refusal.ts'
import type { Version } from './version.ts'

export interface Wanted {
  readonly mode: RuleMode
  readonly numbers: RuleValues
  readonly fromDay: string | null
}

const DAYS_AHEAD_MAX = 366
const DAY_MS = 86_400_000

/** Each of its numbers and no other, within its bounds. */
export function checkNumbers({ numbers: known, ordered = [] }: RuleWords, numbers: RuleValues): Refusal | null {
  if (Object.keys(numbers).length !== Object.keys(known).length) return refusal('request.invalid')
  for (const [key, number] of Object.entries(known)) {
    const value = numbers[key]
    if (value === undefined) return refusal('request.invalid')
    if (Number(value) < number.minimum || Number(value) > number.maximum) return outOfBounds(number)
  }
  for (const [low, high] of ordered) {
    const [lower, upper] = [known[low], known[high]]
    if (lower && upper && Number(numbers[low]) > Number(numbers[high]))
      return refusal('monitoring.numbers_contradict', { lower: lower.es, upper: upper.es })
  }
  return null
}

function outOfBounds({ es, unit, minimum, maximum }: RuleNumber): Refusal {
  const text = (value: number) => textOfNumber(unit, String(value), 'es')
  return refusal('monitoring.number_out_of_bounds', { number: es, minimum: text(minimum), maximum: text(maximum) })
}

/** A version never changes what was decided before: it begins with its approval, or with a day that has not begun. */
export function checkDay(fromDay: string | null, now: Date): Refusal | null {
  if (fromDay === null) return null
  const from = startOfBogotaDay(fromDay)
  return from > now && from.getTime() <= now.getTime() + DAYS_AHEAD_MAX * DAY_MS ? null : refusal('monitoring.date_out_of_bounds')
}

/** Compared with the newest version: a change that is on its way is not asked for twice, and one that is not wanted any more is taken back by another. */
export function checkChanges({ numbers: known }: RuleWords, newest: Version, { mode, numbers }: Wanted): Refusal | null {
  const isSame = mode === newest.mode && Object.keys(known).every((key) => numbers[key] === newest.numbers[key])
  return isSame ? refusal('monitoring.nothing_changes') : null
}

/** The highest that has begun. */
export const inForce = <V extends Version>(versions: readonly V[], now: Date): V | undefined => versions.findLast(({ from }) => from <= now)

/** Of versions in their order; one is replaced when a higher one begins no later than it does. */
export function stateOf(version: Version, versions: readonly Version[], now: Date): RuleVersion['state'] {
  if (version === inForce(versions, now)) return 'in_force'
  if (version.from > now) return isReplaced(version, versions) ? 'replaced' : 'coming'
  return isReplaced(version, versions) ? 'replaced' : 'past'
}
const isReplaced = ({ version, from }: Version, versions: readonly Version[]): boolean =>
  versions.some((other) => other.version > version && other.from <= from)

/** The next that begins. */
export function comingOf<V extends Version>(versions: readonly V[], now: Date): V | undefined {
  const coming = versions.filter((one) => stateOf(one, versions, now) === 'coming')
  return coming.toSorted((one, other) => one.from.getTime() - other.from.getTime())[0]
}

export const startOf = (fromDay: string | null, now: Date): Date => (fromDay === null ? now : startOfBogotaDay(fromDay))
