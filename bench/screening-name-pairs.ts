/** Labelled pairs of names (`cases.csv` of name_bench): precision, recall and F1, split so that no person is in both parts. */
import { analyseName } from '../server/src/domains/compliance/screening/matching/analyse-name.ts'
import { compareNames } from '../server/src/domains/compliance/screening/matching/compare-names.ts'
import { FIRST_SCORES } from '../server/src/domains/compliance/screening/people/scores.ts'
import { recordFigure } from './figures.ts'
import { readCsv } from './read-csv.ts'
import type { Part } from './screening-parts.ts'
import { splitByPerson } from './screening-split.ts'

interface Pair {
  readonly isPerson: boolean
  readonly names: readonly [string, string]
  readonly isMatch: boolean
}

export function measureNamePairs({ text, part, verbose }: { text: string; part: Part; verbose: boolean }): void {
  const [, ...rows] = readCsv(text)
  const pairs = rows.flatMap(([, schema, one, other, isMatch]): Pair[] =>
    one && other ? [{ isPerson: schema === 'Person', names: [one, other], isMatch: isMatch === 'true' }] : [],
  )
  const partAt = splitByPerson(pairs.map(({ names }) => names))
  const counts = { right: 0, alarm: 0, missed: 0, quiet: 0 }
  pairs.forEach((pair, at) => {
    if (partAt(at) !== part) return
    const [one, other] = pair.names.map((name) => analyseName(name, pair.isPerson ? 'person' : 'organisation'))
    const score = one && other ? compareNames(one, other).score : 0
    const isFound = score >= FIRST_SCORES.review
    counts[pair.isMatch ? (isFound ? 'right' : 'missed') : isFound ? 'alarm' : 'quiet']++
    if (verbose && isFound !== pair.isMatch) console.log(`  ${isFound ? 'alarm ' : 'missed'} ${score.toFixed(2)} ${pair.names.join(' | ')}`)
  })
  const { right, alarm, missed } = counts
  const f1 = (2 * right) / (2 * right + alarm + missed)
  console.log(`\nname_bench: ${JSON.stringify(counts)}`)
  console.log(`  precision ${(right / (right + alarm)).toFixed(3)}, recall ${(right / (right + missed)).toFixed(3)}, F1 ${f1.toFixed(3)}`)
  recordFigure({ name: `name_bench, ${part} part: F1`, value: f1, unit: '', atLeast: 0.9 })
}
