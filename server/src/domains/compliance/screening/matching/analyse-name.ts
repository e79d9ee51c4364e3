/** Analysis of a name: its words without accents, the role and the information of each, and the keys for index and comparison. */

import { arabicParts } from './arabic-names.ts'
import { asCompanyWord } from './company-words.ts'
import { undisguised } from './disguises.ts'
import { NOT_ROMANISED, type Romanisation, romanisations } from './east-asian-names.ts'
import { informationOf, nameFact } from './name-statistics.ts'
import { isOwnName, variantsOf } from './name-variants.ts'
import {
  abbreviated,
  FORM_WORDS_MAX,
  LEADING_TITLES,
  legalForm,
  PARTICLES,
  TITLES,
  translationsOf,
  USUAL_COMPANY_WORDS,
  withoutWrittenOn,
} from './name-words.ts'
import { numbersAsDigits, ORDINAL } from './number-words.ts'
import { otherReadings, phoneticKey } from './phonetic-key.ts'
import { isConsonantal, isSyllabic, transliterate } from './transliterate.ts'

export type NameType = 'person' | 'organisation'
export type WordKind = 'name' | 'initial' | 'particle' | 'form' | 'usual' | 'number'

export interface NameWord {
  readonly text: string
  readonly kind: WordKind
  readonly key: string
  /** Keys of the other readings of a word that was written without vowels. */
  readonly otherKeys: readonly string[]
  /** Information of the word in bits, relative to the name. */
  readonly weight: number
  readonly variants: readonly number[]
  /** Romanisation of a name from China or Korea. */
  readonly romanised: Romanisation
  /** True for a known name, which is not a misspelling of another one. */
  readonly isKnown: boolean
  readonly isConsonantal: boolean
  /** A character of a syllabic script: another syllable is another character, not a typing error. */
  readonly isSyllable: boolean
  /** Perhaps a husband's surname: "Ana Suárez de Moreno". */
  readonly isMarried: boolean
}
export interface AnalysedName {
  readonly original: string
  readonly type: NameType
  readonly words: readonly NameWord[]
  readonly weight: number
}

/** A longer text is not a name; the limit bounds the time of a comparison for hostile input. */
const LENGTH_MAX = 300
const WORDS_MAX = 16
/** Position after two names and "de". */
const MARRIED_AT_MIN = 3
const INITIAL_BITS = 3
const FORM_BITS = 1.5
const USUAL_BITS = 5
/** "Fund II" and "Fund III" belong to one group: an officer reviews both. */
const NUMBER_BITS = 2
const RUN_TOGETHER = /(\p{Ll}{3})(\p{Lu})/gu
const QUOTES = /['’‘`´ʻʼʿʾ]/g

const CORPORATE = new Map<string, NameWord>()
const PERSONAL = new Map<string, NameWord>()
/** Bound of the cache of words, since names are typed by untrusted callers. */
const WORDS_KEPT_MAX = 200_000

export function analyseName(original: string, type: NameType): AnalysedName {
  const text = undisguised(original.slice(0, LENGTH_MAX)).replace(QUOTES, '').replace(RUN_TOGETHER, '$1 $2')
  const split = transliterate(text)
    .replace(/&/g, ' and ')
    .replace(/\b(\w)\.(?=\w\.|\w\b)/g, '$1')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map(plainWord)
  const consonantal = isConsonantal(original)
  const syllabic = isSyllabic(original)
  const spelled = type === 'person' ? untitled(split).flatMap(personalParts) : withForms(companyWords(split))
  const chosen = (spelled.length > 0 ? spelled : split).slice(0, WORDS_MAX)
  const romanised = type === 'person' ? romanisations(chosen) : []
  const words = chosen.map((word, at) => {
    const isMarried = type === 'person' && at >= MARRIED_AT_MIN && chosen[at - 1] === 'de' && isWomans(chosen[0])
    const isWithin = word.length > 1 || (at > 0 && at < chosen.length - 1)
    return wordOf(word, { type, consonantal, syllabic, isMarried, isWithin, romanised: romanised[at] ?? NOT_ROMANISED })
  })
  return { original, type, words, weight: words.reduce((sum, { weight }) => sum + weight, 0) }
}

const LETTER_OF_DIGIT: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' }
/** Replaces digits that stand for letters, as used to evade a filter: a word of letters has none. */
const plainWord = (word: string): string =>
  /[a-z].*[a-z]/.test(word) && /\d/.test(word) && !ORDINAL.test(word)
    ? word.replace(/\d/g, (digit) => LETTER_OF_DIGIT[digit] ?? digit)
    : word

function untitled(split: readonly string[]): readonly string[] {
  const words = split.filter((word) => !TITLES.has(word))
  while (words.length > 2 && LEADING_TITLES.has(words[0] ?? '')) words.shift()
  return words
}

/** Two initials written as one ("JC Juncker"). No name is two consonants, except Ng and abbreviations. */
const TWO_INITIALS = /^(?!ng|mc|md|st)([bcdfghjklmnpqrstvwxz])([bcdfghjklmnpqrstvwxz])$/
const personalParts = (word: string, at: number): readonly string[] =>
  at === 0 && TWO_INITIALS.test(word) && variantsOf(word).length === 0 ? Array.from(word) : arabicParts(word)

/** Numbers as digits, words in their full spelling, and no word twice in a row. */
function companyWords(split: readonly string[]): readonly string[] {
  const apart = split.flatMap(withoutWrittenOn)
  const spelled = apart.map((word, at) => asCompanyWord(word, at > 0 && at === apart.length - 1))
  return numbersAsDigits(spelled).filter((word, at, all) => word !== all[at - 1] || word.length === 1)
}

/** Join legal forms of several words into one word, the longest first. */
function withForms(split: readonly string[]): string[] {
  const out: string[] = []
  for (let at = 0; at < split.length; ) {
    const length = formAt(split, at)
    if (length > 0) out.push(`=${legalForm(split.slice(at, at + length).join(' '))}`)
    else out.push(abbreviated(split[at] ?? ''))
    at += length || 1
  }
  return out
}
function formAt(split: readonly string[], at: number): number {
  for (let length = Math.min(FORM_WORDS_MAX, split.length - at); length > 0; length--) {
    if (legalForm(split.slice(at, at + length).join(' '))) return length
  }
  return 0
}

/** Whether a given name is a woman's; an unknown one is when it ends like one. */
function isWomans(name = ''): boolean {
  const fact = nameFact(name)
  return fact?.gender ? fact.gender === 'female' : name.endsWith('a')
}

interface WordSetting {
  readonly type: NameType
  readonly consonantal: boolean
  readonly syllabic: boolean
  readonly isMarried: boolean
  /** False for the first and the last word, where a single letter is an initial. */
  readonly isWithin: boolean
  readonly romanised: Romanisation
}
function wordOf(text: string, { type, consonantal, syllabic, isMarried, isWithin, romanised }: WordSetting): NameWord {
  const kept = type === 'person' ? PERSONAL : CORPORATE
  const id = `${text}${consonantal ? '~' : ''}${syllabic ? '*' : ''}${isMarried ? '+' : ''}${isWithin ? '' : '|'}${idOfRomanised(romanised)}`
  const known = kept.get(id)
  if (known) return known
  const kind = kindOf(text, type, isWithin)
  const variants = type === 'person' ? variantsOf(text) : translationsOf(text)
  const key = kind === 'number' || kind === 'form' ? text : phoneticKey(text)
  const word: NameWord = {
    text,
    kind,
    key,
    otherKeys: consonantal ? otherReadings(text) : [],
    weight: weightOf(text, kind),
    variants,
    romanised,
    isKnown: type === 'person' && (isOwnName(variants) || nameFact(text) !== undefined),
    isConsonantal: consonantal,
    isSyllable: syllabic,
    isMarried,
  }
  if (kept.size < WORDS_KEPT_MAX) kept.set(id, word)
  return word
}

const idOfRomanised = ({ chinese, korean }: Romanisation) => (chinese || korean ? `/${chinese}/${korean}` : '')

function kindOf(text: string, type: NameType, isWithin: boolean): WordKind {
  if (/^\d+$/.test(text)) return 'number'
  if (text.startsWith('=')) return 'form'
  if (type === 'organisation') return USUAL_COMPANY_WORDS.has(text) ? 'usual' : 'name'
  // "Ortega y Gasset", but "Y. Ortega".
  if (PARTICLES.has(text) && isWithin) return 'particle'
  return text.length === 1 ? 'initial' : 'name'
}

function weightOf(text: string, kind: WordKind): number {
  if (kind === 'particle') return 0
  if (kind === 'initial') return INITIAL_BITS
  if (kind === 'form') return FORM_BITS
  if (kind === 'usual') return USUAL_BITS
  if (kind === 'number') return NUMBER_BITS
  return informationOf(text)
}
