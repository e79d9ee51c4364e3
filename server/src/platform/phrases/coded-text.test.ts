/** Texts stored as codes and values: written once, read in each language. */
import { expect, it } from 'vitest'
import { CodedText, codedPhrases, partsOf, renderStored, type StoredParts, type Text } from './coded-text.ts'

const SPANISH = {
  plain: 'algo pasó',
  group: { deep: (count: number): string => `${count} veces` },
  percent: (part: bigint, at: Date): string => `${part + 1n} % en ${at.getUTCFullYear()}`,
  about: (what: string, others: readonly string[]): string => `${what}: ${others.join(' y ')}`,
}
type Phrases = typeof SPANISH
const ENGLISH: Phrases = {
  plain: 'something happened',
  group: { deep: (count) => `${count} times` },
  percent: (part, at) => `${part + 1n} % in ${at.getUTCFullYear()}`,
  about: (what, others) => `${what}: ${others.join(' and ')}`,
}
const CATALOGUE = { es: SPANISH, en: ENGLISH }
const words = codedPhrases('test', CATALOGUE)
/** As a row of the database has it. */
const stored = (text: Text) => ({ text: String(text), parts: JSON.parse(partsOf(text) ?? 'null') as StoredParts | null })
const inBoth = (text: Text) => (['es', 'en'] as const).map((locale) => renderStored({ test: CATALOGUE }, stored(text), locale))

it.each<[string, Text, string, string]>([
  ['a phrase', words.plain, 'algo pasó', 'something happened'],
  ['a phrase of a group', words.group.deep(2), '2 veces', '2 times'],
  ['a whole number and a date', words.percent(12n, new Date('2026-11-30T12:00:00Z')), '13 % en 2026', '13 % in 2026'],
  [
    'phrases inside a phrase, beside a name',
    words.about(words.plain, [words.group.deep(3), 'Ana {"code":"test.plain"}']),
    'algo pasó: 3 veces y Ana {"code":"test.plain"}',
    'something happened: 3 times and Ana {"code":"test.plain"}',
  ],
  ['joined texts', CodedText.join('R v1: ', words.plain, '.'), 'R v1: algo pasó.', 'R v1: something happened.'],
  ['what an officer wrote', 'algo pasó', 'algo pasó', 'algo pasó'],
])('writes %s in the language of the reader', (_, text, spanish, english) => {
  expect(inBoth(text)).toEqual([spanish, english])
})

it.each([
  ['a row of an earlier release', null],
  ['a phrase that no longer exists', [{ code: 'test.removed', values: [] }]],
  ['a group instead of a phrase', [{ code: 'test.group', values: [] }]],
  ['a name that every object has', [{ code: 'test.constructor', values: [] }]],
  ['a catalogue that no longer exists', ['R v1: ', { code: 'gone.plain', values: [] }]],
  ['a removed phrase inside another', [{ code: 'test.about', values: [{ parts: [{ code: 'test.removed', values: [] }] }, []] }]],
] as const)('shows the text of the default language for %s', (_, parts) => {
  expect(renderStored({ test: CATALOGUE }, { text: 'algo pasó', parts }, 'en')).toBe('algo pasó')
})
