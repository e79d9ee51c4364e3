/** Texts of a configuration set: its numbers and lists, and the differences of a change. */
import { type ListValues, type SetName, wordsOfSet } from '@tunjo/contract/configuration-catalogue'
import { type NumberValues, textOfNumber } from '@tunjo/contract/versioned-numbers'
import type { TFunction } from 'i18next'
import { currentLanguage } from '../../../../i18n/language.ts'
import type { Difference } from '../../../../parts/versions/differences.tsx'

export const setPage = (set: SetName): `/${string}` => `/application/administrative/configuration/${set}`

export interface Content {
  readonly numbers: NumberValues
  readonly lists: ListValues
}
interface NumberLine {
  readonly key: string
  readonly label: string
  readonly text: string
}
export function numberLines(set: SetName, numbers: NumberValues): NumberLine[] {
  const language = currentLanguage()
  return Object.entries(wordsOfSet(set).numbers).map(([key, words]) => ({
    key,
    label: words[language],
    text: textOfNumber(words.unit, numbers[key] ?? String(words.first), language),
  }))
}

/** Changed entries only. */
export function differencesOf(t: TFunction<'platform-configuration'>, set: SetName, before: Content, after: Content): Difference[] {
  const language = currentLanguage()
  const was = numberLines(set, before.numbers)
  const numbers = numberLines(set, after.numbers)
    .map(({ label, text }, at) => ({ label, before: was[at]?.text ?? '', after: text }))
    .filter((one) => one.before !== one.after)
  const lists = Object.entries(wordsOfSet(set).lists).flatMap(([name, words]) => {
    const [old, next] = [before.lists[name] ?? [], after.lists[name] ?? []]
    const added = next.filter((code) => !old.includes(code))
    const removed = old.filter((code) => !next.includes(code))
    const line = (key: 'added' | 'removed', codes: readonly string[]) =>
      codes.length === 0 ? [] : [{ label: words[language], before: '', after: t(key, { codes: codes.join(', ') }) }]
    return [...line('added', added), ...line('removed', removed)]
  })
  return [...numbers, ...lists]
}

/** Codes that are in both of two disjoint lists. */
export const codesInBoth = (set: SetName, lists: ListValues): string[] =>
  (wordsOfSet(set).apart ?? []).flatMap(([one, other]) => (lists[one] ?? []).filter((code) => lists[other]?.includes(code)))
