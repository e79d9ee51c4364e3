/**
 * Fuzzy similarity of two words of a name, from 0 to 1, with its cause. Weighted edit distance (Levenshtein) in which letters that sound
 * alike cost little. Two known names that differ by more than spelling are different names, however close their letters are (Marina,
 * Mariana).
 */
import type { NameWord } from './analyse-name.ts'
import { reversed } from './disguises.ts'
import { areNearlyOneRomanised, areOneRomanised } from './east-asian-names.ts'
import { editCost } from './edit-cost.ts'
import { areVariants } from './name-variants.ts'
import { phoneticKey } from './phonetic-key.ts'

export type Likeness = 'equal' | 'spelling' | 'sound' | 'variant' | 'initial' | 'backwards'
export interface Similarity {
  readonly value: number
  readonly by: Likeness
}

/** Minimum similarity of two spellings of a word. */
export const ALIKE_MIN = 0.64
/** Minimum similarity of joined words with the word in one piece. */
export const JOINED_MIN = 0.88
/** The same, when the consonants are equal too. */
const JOINED_SOUND_MIN = 0.75
/** Maximum share and number of differing letters. */
const UNLIKE_SHARE = 0.36
const UNLIKE_COST = 2.05
/** A smaller difference is a matter of spelling also between two known names. */
const SPELLING_COST = 0.55
const SOUND = 0.9
const SHORT_SOUND = 0.8
/** Similarity when one of the two was written without vowels. */
const CONSONANTS = 0.94
const VARIANT = 0.92
/** Similarity of one sound in two romanisation systems. */
const ROMANISED = 0.92
const NEARLY_ROMANISED = 0.85
const INITIAL = 0.85
const BACKWARDS = 0.9
/** Shorter words are too often another word in reverse: Noel, León. */
export const BACKWARDS_MIN = 5
const NONE: Similarity = { value: 0, by: 'spelling' }
const EQUAL: Similarity = { value: 1, by: 'equal' }

export function wordSimilarity(one: NameWord, other: NameWord): Similarity {
  if (one.text === other.text) return EQUAL
  if (one.kind === 'form' || other.kind === 'form' || one.kind === 'number' || other.kind === 'number') return NONE
  if (areOneRomanised(one.romanised, other.romanised)) return { value: ROMANISED, by: 'sound' }
  if (one.isSyllable && other.isSyllable) return NONE
  if (one.kind === 'initial' || other.kind === 'initial') return initial(one, other)
  if (one.variants.length > 0 && areVariants(one.variants, other.variants)) return { value: VARIANT, by: 'variant' }
  const similarity = rememberedSimilarity(one, other)
  return similarity.value < NEARLY_ROMANISED && areNearlyOneRomanised(one.romanised, other.romanised)
    ? { value: NEARLY_ROMANISED, by: 'sound' }
    : similarity
}

/** Cache bound: the same few thousand names occur in most pairs. */
const PAIRS_KEPT_MAX = 200_000
const similarities = new Map<NameWord, Map<NameWord, Similarity>>()
let pairsKept = 0

function rememberedSimilarity(one: NameWord, other: NameWord): Similarity {
  const known = similarities.get(one)?.get(other)
  if (known) return known
  const similarity = textSimilarity(one, other)
  if (pairsKept >= PAIRS_KEPT_MAX) {
    similarities.clear()
    pairsKept = 0
  }
  const row = similarities.get(one) ?? new Map<NameWord, Similarity>()
  similarities.set(one, row.set(other, similarity))
  pairsKept++
  return similarity
}

/** Similarity of joined words (`text`) with a word. */
export function joinedLikeness(text: string, word: NameWord): number {
  if (text === word.text) return 1
  const longer = Math.max(text.length, word.text.length)
  const value = 1 - editCost(text, word.text, longer * (1 - JOINED_SOUND_MIN)) / longer
  return value >= JOINED_SOUND_MIN && value < JOINED_MIN && phoneticKey(text) === word.key ? JOINED_MIN : value
}

function initial(one: NameWord, other: NameWord): Similarity {
  return one.text[0] === other.text[0] && (one.kind === 'initial') !== (other.kind === 'initial') ? { value: INITIAL, by: 'initial' } : NONE
}

function textSimilarity(one: NameWord, other: NameWord): Similarity {
  const longer = Math.max(one.text.length, other.text.length)
  if (isBackwards(one, other)) return { value: BACKWARDS, by: 'backwards' }
  const isSound = soundAlike(one, other)
  if (!isSound && Math.abs(one.text.length - other.text.length) > longer / 2) return NONE
  const bound = Math.min(longer * UNLIKE_SHARE, UNLIKE_COST)
  const areKnown = one.isKnown && other.isKnown
  const cost = editCost(one.text, other.text, areKnown ? SPELLING_COST : bound)
  if (areKnown && cost > SPELLING_COST) return NONE
  const value = cost <= bound ? 1 - cost / longer : 0
  if (!isSound) return value > 0 ? { value, by: 'spelling' } : NONE
  const sound = one.isConsonantal !== other.isConsonantal ? CONSONANTS : one.key.length > 2 ? SOUND : SHORT_SOUND
  const isFar = cost > bound && !one.isConsonantal && !other.isConsonantal
  return isFar ? { value: value || sound - 0.15, by: 'sound' } : { value: Math.max(value, sound), by: 'sound' }
}

const isBackwards = ({ text: one, isKnown }: NameWord, { text: other, isKnown: isOtherKnown }: NameWord): boolean =>
  one.length >= BACKWARDS_MIN &&
  one.length === other.length &&
  one.charCodeAt(0) === other.charCodeAt(one.length - 1) &&
  !(isKnown && isOtherKnown) &&
  one === reversed(other)

function soundAlike(one: NameWord, other: NameWord): boolean {
  if (one.key === other.key) return one.key.length > 1
  if (one.isConsonantal === other.isConsonantal) return false
  return one.otherKeys.includes(other.key) || other.otherKeys.includes(one.key)
}
