/**
 * How alike two words of a name are, from 0 to 1, and why. Edit distance in which letters that sound alike cost little; two names that
 * are both known and differ by more than spelling are two names, however near their letters are (Marina, Mariana).
 */
import type { NameWord } from './analyse-name.ts'
import { areOneRomanised } from './east-asian-names.ts'
import { areVariants } from './name-variants.ts'
import { phoneticKey } from './phonetic-key.ts'

export type Likeness = 'equal' | 'spelling' | 'sound' | 'variant' | 'initial'
export interface Similarity {
  readonly value: number
  readonly by: Likeness
}

/** Pairs of letters that stand for one another, with the cost of changing one into the other; all others cost 1. */
const NEAR =
  'bv.2 vw.2 bw.5 sz.2 cs.2 cz.3 ck.2 kq.2 gq.4 cq.3 gk.5 gj.3 hj.3 jx.3 jy.3 iy.2 ij.4 uw.4 ou.3 ei.3 ae.5 ao.6 ai.6 oe.6 eu.6 au.6 io.6 iu.6 ay.6 ey.4 dt.5 mn.5 lr.8 sx.3 fp.7 fv.5 ly.6 gh.5 hk.6 pb.6 dz.6'
const SIZE = 26
const COSTS = new Float64Array(SIZE * SIZE).fill(1)
for (const pair of NEAR.split(' ')) {
  const [one, other] = [pair.charCodeAt(0) - 97, pair.charCodeAt(1) - 97]
  COSTS[one * SIZE + other] = COSTS[other * SIZE + one] = Number(pair.slice(2))
}
const SILENT_COST = 0.3
const DOUBLED_COST = 0.2
const VOWEL_COST = 0.6
const SWAP_COST = 0.8
const LENGTH_MAX = 32

/** Words less alike are two words. */
export const ALIKE_MIN = 0.64
/** Words written as one, and the word they are written as. */
export const JOINED_MIN = 0.88
/** When also the consonants are the same. */
const JOINED_SOUND_MIN = 0.75
/** Above this share of its letters, and this many of them, a word is another word. */
const UNLIKE_SHARE = 0.36
const UNLIKE_COST = 2.05
/** What differs less than this is a matter of spelling also between two names that are both known. */
const SPELLING_COST = 0.55
const SOUND = 0.9
const SHORT_SOUND = 0.8
/** One of the two was written without vowels. */
const CONSONANTS = 0.94
const VARIANT = 0.92
/** One sound in two systems of transliteration. */
const ROMANISED = 0.92
const INITIAL = 0.85
const NONE: Similarity = { value: 0, by: 'spelling' }
const EQUAL: Similarity = { value: 1, by: 'equal' }

const isVowel = (code: number) => code === 97 || code === 101 || code === 105 || code === 111 || code === 117 || code === 121

export function wordSimilarity(one: NameWord, other: NameWord): Similarity {
  if (one.text === other.text) return EQUAL
  if (one.kind === 'form' || other.kind === 'form' || one.kind === 'number' || other.kind === 'number') return NONE
  if (areOneRomanised(one.romanised, other.romanised)) return { value: ROMANISED, by: 'sound' }
  if (one.kind === 'initial' || other.kind === 'initial') return initial(one, other)
  if (one.variants.length > 0 && areVariants(one.variants, other.variants)) return { value: VARIANT, by: 'variant' }
  return rememberedSimilarity(one, other)
}

/** The same few thousand names stand in most pairs. */
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

/** Of words written as one (`text`) and a word. */
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
  const isSound = soundAlike(one, other)
  if (!isSound && Math.abs(one.text.length - other.text.length) > longer / 2) return NONE
  const bound = Math.min(longer * UNLIKE_SHARE, UNLIKE_COST)
  const areKnown = one.isKnown && other.isKnown
  const cost = editCost(one.text, other.text, areKnown ? SPELLING_COST : bound)
  if (areKnown && cost > SPELLING_COST) return NONE
  const value = cost <= bound ? 1 - (cost / longer) * shortness(longer) : 0
  if (!isSound) return value > 0 ? { value, by: 'spelling' } : NONE
  const sound = one.isConsonantal !== other.isConsonantal ? CONSONANTS : one.key.length > 2 ? SOUND : SHORT_SOUND
  const isFar = cost > bound && !one.isConsonantal && !other.isConsonantal
  return isFar ? { value: value || sound - 0.15, by: 'sound' } : { value: Math.max(value, sound), by: 'sound' }
}

function soundAlike(one: NameWord, other: NameWord): boolean {
  if (one.key === other.key) return one.key.length > 1
  if (one.isConsonantal === other.isConsonantal) return false
  return one.otherKeys.includes(other.key) || other.otherKeys.includes(one.key)
}

/** One letter of three is another name; one of nine is a slip. */
const shortness = (length: number) => (length <= 3 ? 1.6 : length === 4 ? 1.3 : length === 5 ? 1.15 : 1)

const rows: [Float64Array, Float64Array, Float64Array] = [
  new Float64Array(LENGTH_MAX + 1),
  new Float64Array(LENGTH_MAX + 1),
  new Float64Array(LENGTH_MAX + 1),
]
const gaps = new Float64Array(LENGTH_MAX)

/** Optimal string alignment with costs; stops, with a cost above the bound, as soon as no way can stay below it. */
export function editCost(one: string, other: string, bound: number): number {
  const [a, b] = [one.slice(0, LENGTH_MAX), other.slice(0, LENGTH_MAX)]
  let [before, last, row] = rows
  last[0] = 0
  for (let j = 1; j <= b.length; j++) {
    const gap = gapCost(b, j - 1)
    gaps[j - 1] = gap
    last[j] = (last[j - 1] ?? 0) + gap
  }
  for (let i = 1; i <= a.length; i++) {
    const code = a.charCodeAt(i - 1)
    const gapA = gapCost(a, i - 1)
    row[0] = (last[0] ?? 0) + gapA
    let least = row[0]
    for (let j = 1; j <= b.length; j++) {
      const target = b.charCodeAt(j - 1)
      let cost = (last[j - 1] ?? 0) + (code === target ? 0 : changeCost(code, target))
      cost = Math.min(cost, (last[j] ?? 0) + gapA, (row[j - 1] ?? 0) + (gaps[j - 1] ?? 0))
      if (i > 1 && j > 1 && code !== target && code === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === target) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + SWAP_COST)
      }
      row[j] = cost
      if (cost < least) least = cost
    }
    if (least > bound) return least
    ;[before, last, row] = [last, row, before]
  }
  return last[b.length] ?? 0
}

function changeCost(one: number, other: number): number {
  const [from, to] = [one - 97, other - 97]
  return from < 0 || to < 0 || from >= SIZE || to >= SIZE ? 1 : (COSTS[from * SIZE + to] ?? 1)
}

/** Of a letter that only one of the two has. */
function gapCost(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (at > 0 && text.charCodeAt(at - 1) === code) return DOUBLED_COST
  if (code === 104) return SILENT_COST
  return isVowel(code) ? VOWEL_COST : 1
}
