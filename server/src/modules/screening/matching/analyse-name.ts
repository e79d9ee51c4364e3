/** Takes a name apart: its words without accents, what each is, how much it says, and the keys by which it is found and compared. */

import { informationOf, nameFact } from './name-statistics.ts'
import { variantsOf } from './name-variants.ts'
import { abbreviated, FORM_WORDS_MAX, legalForm, PARTICLES, TITLES, USUAL_COMPANY_WORDS } from './name-words.ts'
import { phoneticKey } from './phonetic-key.ts'
import { isConsonantal, transliterate } from './transliterate.ts'

export type NameType = 'person' | 'organisation'
export type WordKind = 'name' | 'initial' | 'particle' | 'form' | 'usual' | 'number'

export interface NameWord {
  readonly text: string
  readonly kind: WordKind
  readonly key: string
  /** Bits: how much of a name it is. */
  readonly weight: number
  readonly variants: readonly number[]
  /** A name of its own, which is not another one misspelt. */
  readonly isKnown: boolean
  readonly isConsonantal: boolean
  /** Perhaps a husband's surname: "Ana Suárez de Moreno". */
  readonly isMarried: boolean
}
export interface AnalysedName {
  readonly original: string
  readonly type: NameType
  readonly words: readonly NameWord[]
  readonly weight: number
}

/** Longer names are no names; whoever sends them must not make the comparison slow. */
const LENGTH_MAX = 300
const WORDS_MAX = 16
/** After two names and "de". */
const MARRIED_AT_MIN = 3
const INITIAL_BITS = 3
const FORM_BITS = 1.5
const USUAL_BITS = 5
/** "Fund II" and "Fund III" are of one house: an officer looks at both. */
const NUMBER_BITS = 2
const RUN_TOGETHER = /(\p{Ll}{3})(\p{Lu})/gu
const QUOTES = /['’‘`´ʻʼʿʾ]/g

const CORPORATE = new Map<string, NameWord>()
const PERSONAL = new Map<string, NameWord>()
/** Words come again and again; a bound, since names are typed by strangers. */
const WORDS_KEPT_MAX = 200_000

export function analyseName(original: string, type: NameType): AnalysedName {
  const text = original.slice(0, LENGTH_MAX).replace(RUN_TOGETHER, '$1 $2').replace(QUOTES, '')
  const split = transliterate(text)
    .replace(/&/g, ' and ')
    .replace(/\b(\w)\.(?=\w\.|\w\b)/g, '$1')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map(plainWord)
  const consonantal = isConsonantal(original)
  const spelled = type === 'person' ? split.filter((word) => !TITLES.has(word)) : withForms(split)
  const chosen = (spelled.length > 0 ? spelled : split).slice(0, WORDS_MAX)
  const words = chosen.map((word, at) => {
    const isMarried = type === 'person' && at >= MARRIED_AT_MIN && chosen[at - 1] === 'de'
    return wordOf(word, { type, consonantal, isMarried })
  })
  return { original, type, words, weight: words.reduce((sum, { weight }) => sum + weight, 0) }
}

const LETTER_OF_DIGIT: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' }
/** Digits that stand for letters, to get past a filter: a word of letters has none. */
const plainWord = (word: string): string =>
  /[a-z].*[a-z]/.test(word) && /\d/.test(word) && !ORDINAL.test(word)
    ? word.replace(/\d/g, (digit) => LETTER_OF_DIGIT[digit] ?? digit)
    : word
const ORDINAL = /^\d+(?:st|nd|rd|th)$/

/** Legal forms of several words become one word; they are looked for from the longest. */
function withForms(split: readonly string[]): string[] {
  const out: string[] = []
  for (let at = 0; at < split.length; ) {
    const length = formAt(split, at)
    const word = split[at] ?? ''
    if (length > 0) out.push(`=${legalForm(split.slice(at, at + length).join(' '))}`)
    else out.push(abbreviated(word))
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

interface WordSetting {
  readonly type: NameType
  readonly consonantal: boolean
  readonly isMarried: boolean
}
function wordOf(text: string, { type, consonantal, isMarried }: WordSetting): NameWord {
  const kept = type === 'person' ? PERSONAL : CORPORATE
  const id = `${text}${consonantal ? '~' : ''}${isMarried ? '+' : ''}`
  const known = kept.get(id)
  if (known) return known
  const kind = kindOf(text, type)
  const variants = type === 'person' ? variantsOf(text) : []
  const word: NameWord = {
    text,
    kind,
    key: kind === 'number' || kind === 'form' ? text : phoneticKey(text),
    weight: weightOf(text, kind),
    variants,
    isKnown: type === 'person' && (variants.length > 0 || nameFact(text) !== undefined),
    isConsonantal: consonantal,
    isMarried,
  }
  if (kept.size < WORDS_KEPT_MAX) kept.set(id, word)
  return word
}

function kindOf(text: string, type: NameType): WordKind {
  if (/^\d+$/.test(text)) return 'number'
  if (text.startsWith('=')) return 'form'
  if (type === 'organisation') return USUAL_COMPANY_WORDS.has(text) ? 'usual' : 'name'
  if (PARTICLES.has(text)) return 'particle'
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
