/** Rules for changes of the configuration, on plain values. */
import type { ConfigurationWords, ListCode, ListValues } from '@tunjo/contract/configuration-catalogue'
import type { NumberValues } from '@tunjo/contract/versioned-numbers'
import { type Refusal, refusal } from '../../../platform/http/refusal.ts'
import { mayBegin } from '../../../platform/versions/effective.ts'
import { problemOfNumbers } from '../../../platform/versions/number-checks.ts'
import type { ConfigurationVersion } from './types.ts'

export interface Wanted {
  readonly numbers: NumberValues
  readonly lists: ListValues
  readonly fromDay: string | null
}

export function checkNumbers(words: ConfigurationWords, numbers: NumberValues): Refusal | null {
  const problem = problemOfNumbers(words, numbers)
  if (!problem) return null
  if (problem.what === 'out_of_bounds') return refusal('configuration.number_out_of_bounds', problem.params)
  return problem.what === 'contradict' ? refusal('configuration.numbers_contradict', problem.params) : refusal('request.invalid')
}

/** Each known list and no other; each code known, once, and in only one of two disjoint lists. */
export function checkLists(
  { lists: known, apart = [] }: ConfigurationWords,
  lists: ListValues,
  isCode: (codes: ListCode, code: string) => boolean,
): Refusal | null {
  if (Object.keys(lists).length !== Object.keys(known).length) return refusal('request.invalid')
  for (const [name, { codes, es }] of Object.entries(known)) {
    const own = lists[name]
    if (!own) return refusal('request.invalid')
    const unknown = own.find((code) => !isCode(codes, code))
    if (unknown !== undefined) return refusal('configuration.code_unknown', { code: unknown, list: es })
    const twice = own.find((code, place) => own.indexOf(code) !== place)
    if (twice !== undefined) return refusal('configuration.code_twice', { code: twice })
  }
  const inBoth = apart.flatMap(([one, other]) => (lists[one] ?? []).filter((code) => lists[other]?.includes(code)))[0]
  return inBoth === undefined ? null : refusal('configuration.code_twice', { code: inBoth })
}

/** Earlier decisions are never changed. */
export const checkDay = (fromDay: string | null, now: Date): Refusal | null =>
  mayBegin(fromDay, now) ? null : refusal('configuration.date_out_of_bounds')

/** Compared with the newest version, also when that has not begun. */
export const checkChanges = (newest: ConfigurationVersion, { numbers, lists }: Wanted): Refusal | null =>
  isSame(newest.numbers, numbers) && isSame(sortedLists(newest.lists), sortedLists(lists)) ? refusal('configuration.nothing_changes') : null

const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.keys(one).every((key) => one[key] === other[key])
const sortedLists = (lists: ListValues): Record<string, string> =>
  Object.fromEntries(Object.entries(lists).map(([name, codes]) => [name, [...codes].sort().join(' ')]))

/** Added and removed codes, in order. */
export function listChanges(before: readonly string[], after: readonly string[]): { added: string[]; removed: string[] } {
  return {
    added: after.filter((code) => !before.includes(code)).sort(),
    removed: before.filter((code) => !after.includes(code)).sort(),
  }
}
