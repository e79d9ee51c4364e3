/** How alike two Colombian addresses are, from 0 to 1: streets and numbers decide, names of buildings and quarters say little. */
import { normaliseAddress } from './normalise-address.ts'

const STREETS = new Set(['cl', 'kr', 'tv', 'dg', 'av', 'au'])
const NUMBER_WEIGHT = 2
const WORD_WEIGHT = 0.5
/** Words that are only in one of them: a flat, a quarter or a city that was left out. */
const LEFT_OUT_FACTOR = 0.3
/** Both say something there, and not the same: another street, another house. */
const CONFLICT_FACTOR = 2

export function addressLikeness(one: string, other: string): number {
  const [first, second] = [wordsOf(one), wordsOf(other)]
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

const wordsOf = (address: string): string[] => normaliseAddress(address).split(' ').filter(Boolean)
/** Streets, numbers and the letters after them. */
const isOfPlace = (word: string): boolean => STREETS.has(word) || /^\d+$/.test(word) || word.length === 1
const weightOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + (isOfPlace(word) ? NUMBER_WEIGHT : WORD_WEIGHT), 0)

/** The words that both have in the same order, of all such the heaviest: the longest common subsequence. */
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
