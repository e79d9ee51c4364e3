/**
 * Similarity of two Colombian addresses, from 0 to 1. Streets and numbers decide; names of buildings and quarters have little weight.
 * Another street or another door is another place, however similar the rest is.
 */
import { QUADRANTS, STREETS, UNITS } from './address-words.ts'
import { normaliseAddress } from './normalise-address.ts'
import { type ParsedAddress, parseAddress, type Street } from './parse-address.ts'

const NUMBER_WEIGHT = 2
const WORD_WEIGHT = 0.5
/** Weight of words that only one address has: a flat, a quarter or a city that the other one omits. */
const LEFT_OUT_FACTOR = 0.3
/** Weight of a contradiction: both addresses name a street or a house, and they differ. */
const CONFLICT_FACTOR = 2
const OTHER_STREET_MAX = 0.6
const OTHER_DOOR_MAX = 0.7

export function addressLikeness(one: string, other: string): number {
  const [first, second] = [normaliseAddress(one), normaliseAddress(other)]
  const likeness = wordLikeness(first.split(' ').filter(Boolean), second.split(' ').filter(Boolean))
  const [here, there] = [parseAddress(first), parseAddress(second)]
  if (here.street && there.street && isOtherStreet(here.street, there.street)) return Math.min(likeness, OTHER_STREET_MAX)
  return isOtherDoor(here, there) ? Math.min(likeness, OTHER_DOOR_MAX) : likeness
}

function wordLikeness(first: readonly string[], second: readonly string[]): number {
  const common = commonWords(first, second)
  const agreed = weightOf(common)
  if (agreed === 0) return 0
  let against = 0
  for (const isPlace of [isOfPlace, (word: string) => !isOfPlace(word)]) {
    const shared = weightOf(common.filter(isPlace))
    const [restOne, restOther] = [first, second].map((words) => weightOf(words.filter(isPlace)) - shared)
    const conflict = Math.min(restOne ?? 0, restOther ?? 0)
    against += CONFLICT_FACTOR * conflict + LEFT_OUT_FACTOR * (Math.max(restOne ?? 0, restOther ?? 0) - conflict)
  }
  return agreed / (agreed + against)
}

/** True when both addresses name a street or a house number and they differ. A quadrant that only one of them names is a difference too. */
function isOtherStreet(one: Street, other: Street): boolean {
  if (one.kind !== other.kind || differ(one.quadrants, other.quadrants)) return true
  return one.numbers.some(({ number, suffix }, at) => {
    const there = other.numbers[at]
    if (!there) return false
    return number !== there.number || (suffix.length > 0 && there.suffix.length > 0 && differ(suffix, there.suffix))
  })
}
/** A tower, a floor or a flat with another number. */
const isOtherDoor = (one: ParsedAddress, other: ParsedAddress): boolean =>
  [...DOOR_KINDS].some((kind) => {
    const [here, there] = [one, other].map(({ parts }) => parts.filter((part) => part.kind === kind))
    const values = [...(here ?? []), ...(there ?? [])].map(({ value }) => value)
    return here?.length === 1 && there?.length === 1 && values.every(hasNumber) && differ(values[0] ?? [], values[1] ?? [])
  })
const hasNumber = (value: readonly string[]) => /\d/.test(value.join())
const differ = (one: readonly string[], other: readonly string[]): boolean => one.join(' ') !== other.join(' ')

const DOOR_KINDS = new Set(UNITS.values())
const PLACE_WORDS = new Set([...STREETS.values(), ...QUADRANTS.values()])
/** Words that locate a place: streets, quadrants, numbers and the letters after them. */
const isOfPlace = (word: string): boolean => PLACE_WORDS.has(word) || /^\d+$/.test(word) || word.length === 1
const weightOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + (isOfPlace(word) ? NUMBER_WEIGHT : WORD_WEIGHT), 0)

/** Heaviest common subsequence: the words that both addresses have in the same order. */
function commonWords(one: readonly string[], other: readonly string[]): string[] {
  let above: string[][] = Array.from({ length: other.length + 1 }, () => [])
  for (const word of one) {
    const row: string[][] = [[]]
    for (const [at, candidate] of other.entries()) {
      const [left, top, both] = [row[at] ?? [], above[at + 1] ?? [], above[at] ?? []]
      const ways = [left, top, ...(word === candidate ? [[...both, word]] : [])]
      row.push(ways.reduce((best, way) => (weightOf(way) > weightOf(best) ? way : best)))
    }
    above = row
  }
  return above.at(-1) ?? []
}
