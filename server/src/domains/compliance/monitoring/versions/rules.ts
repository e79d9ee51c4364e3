/** Permitted changes of a rule, on plain values. */

import type { RuleMode, RuleWords } from '@tunjo/contract/alert-rule-catalogue'
import type { NumberValues } from '@tunjo/contract/versioned-numbers'
import { type Refusal, refusal } from '../../../../platform/http/refusal.ts'
import { mayBegin } from '../../../../platform/versions/effective.ts'
import { problemOfNumbers } from '../../../../platform/versions/number-checks.ts'
import type { Version } from './version.ts'

export interface Wanted {
  readonly mode: RuleMode
  readonly numbers: NumberValues
  readonly fromDay: string | null
}

export function checkNumbers(words: RuleWords, numbers: NumberValues): Refusal | null {
  const problem = problemOfNumbers(words, numbers)
  if (!problem) return null
  if (problem.what === 'out_of_bounds') return refusal('monitoring.number_out_of_bounds', problem.params)
  return problem.what === 'contradict' ? refusal('monitoring.numbers_contradict', problem.params) : refusal('request.invalid')
}

export const checkDay = (fromDay: string | null, now: Date): Refusal | null =>
  mayBegin(fromDay, now) ? null : refusal('monitoring.date_out_of_bounds')

/** Compared with the newest version: a scheduled change is not requested twice, and an unwanted one is reverted by another change. */
export function checkChanges({ numbers: known }: RuleWords, newest: Version, { mode, numbers }: Wanted): Refusal | null {
  const isSame = mode === newest.mode && Object.keys(known).every((key) => numbers[key] === newest.numbers[key])
  return isSame ? refusal('monitoring.nothing_changes') : null
}
