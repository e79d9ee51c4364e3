/** Labelled pairs of names (`cases.csv` of name_bench): precision, recall and F1, split so that no person is in both parts. */
import { analyseName } from '../server/src/modules/screening/matching/analyse-name.ts'
import { compareNames } from '../server/src/modules/screening/matching/compare-names.ts'
import { REVIEW_SCORE } from '../server/src/modules/screening/matching/screen.ts'
import { readCsv } from './read-csv.ts'
import { type Part, partOf } from './screening-parts.ts'

interface Pair {
  readonly isPerson: boolean
  readonly names: readonly [string, string]
  readonly isMatch: boolean
}
/** Words of more pairs than this are no sign of one person. */
const USUAL = 10

export function measureNamePairs({ text, part, verbose }: { text: string; part: Part; verbose: boolean }): void {
  const [, ...rows] = readCsv(text)
  const pairs = rows.flatMap(([, schema, one, other, isMatch]): Pair[] =>
    one && other ? [{ isPerson: schema === 'Person', names: [one, other], isMatch: isMatch === 'true' }] : [],
  )
  const partAt = partsOf(pairs)
  const counts = { right: 0, alarm: 0, missed: 0, quiet: 0 }
  pairs.forEach((pair, at) => {
    if (partAt(at) !== part) return
    const [one, other] = pair.names.map((name) => analyseName(name, pair.isPerson ? 'person' : 'organisation'))
    const score = one && other ? compareNames(one, other).score : 0
    const isFound = score >= REVIEW_SCORE
    counts[pair.isMatch ? (isFound ? 'right' : 'missed') : isFound ? 'alarm' : 'quiet']++
    if (verbose && isFound !== pair.isMatch) console.log(`  ${isFound ? 'alarm ' : 'missed'} ${score.toFixed(2)} ${pair.names.join(' | ')}`)
  })
  const { right, alarm, missed } = counts
  console.log(`\nname_bench: ${JSON.stringify(counts)}`)
  console.log(
    `  precision ${(right / (right + alarm)).toFixed(3)}, recall ${(right / (right + missed)).toFixed(3)}, F1 ${((2 * right) / (2 * right + alarm + missed)).toFixed(3)}`,
  )
}

/**
 * Pairs that share a word which is not usual are about the same people: they stay together, and a group is of `dev` when any of its pairs
 * is. What is held out was not looked at, nor anything about the same people.
 */
function partsOf(pairs: readonly Pair[]): (at: number) => Part {
  const parents = pairs.map((_pair, at) => at)
  const root = (at: number): number => (parents[at] === at ? at : root(parents[at] ?? at))
  const places = new Map<string, number[]>()
  pairs.forEach(({ names }, at) => {
    for (const key of new Set(names.flatMap((name) => keysOf(name, 4)))) places.set(key, [...(places.get(key) ?? []), at])
  })
  for (const list of places.values()) {
    if (list.length > USUAL) continue
    for (const at of list) parents[root(at)] = root(list[0] ?? at)
  }
  const dev = new Set(pairs.flatMap(({ names }, at) => (partOf(keysOf(names[1], 1).sort().at(-1) ?? '') === 'dev' ? [root(at)] : [])))
  return (at) => (dev.has(root(at)) ? 'dev' : 'held-out')
}
const keysOf = (name: string, lengthMin: number) =>
  analyseName(name, 'person').words.flatMap(({ text, key }) => (text.length >= lengthMin ? [key] : []))
