/**
 * Name matching: aligns the words of two names and weighs what is left over on both sides.
 *
 * The score is the matching information divided by that plus what contradicts it. Words that only one name has count little (names are
 * shortened); words that both have and that differ count double (two people). The matching part must also be distinctive: "Juan Pérez"
 * inside "Juan Carlos Pérez Gómez" fits half of Colombia, "Ubaldina Quiceno" does not.
 */
import type { AnalysedName, NameWord } from './analyse-name.ts'
import { areOneRomanised, joinRomanised } from './east-asian-names.ts'
import { initialisms, type Run, type RunMatch, TWO_LETTERS_BITS } from './initialisms.ts'
import { ALIKE_MIN, JOINED_MIN, joinedLikeness, type Likeness, wordSimilarity } from './word-similarity.ts'

/** A match of the words `from` to `to` of one name with those of the other. */
export interface WordMatch {
  readonly one: Run
  readonly other: Run
  readonly value: number
  readonly by: Likeness | 'joined' | 'initials'
  readonly weight: number
}
export interface NameComparison {
  readonly score: number
  readonly matches: readonly WordMatch[]
  /** Bits that match. */
  readonly agreed: number
  readonly leftOne: readonly NameWord[]
  readonly leftOther: readonly NameWord[]
}

const LOST_FACTOR = 1.1
const CONFLICT_FACTOR = 2
const EXTRA_FACTOR = 0.14
/** Bits from which on a part of a name is distinctive. */
const ENOUGH_BITS = 20
const LITTLE_FACTOR = 0.55
const EQUAL_FIRST = 100
const JOINED_WORDS_MAX = 3
/** Tolerance for sums that are added in another order. */
const ROUNDING = 1e-9
/** Patronymics reversed, father and son: "Salman bin Muhammad" and "Muhammad bin Salman". */
const REVERSED_FACTOR = 0.75
/** A father's name of two words: "Omar bin Abdullah". */
const REVERSED_WORDS_MAX = 3
const SON_OF = new Set(['bin', 'ibn', 'ben', 'ould'])
/** Maximum score when only one word of several matches. */
const ONE_WORD_CAP = 0.7

/** Null when the score is below `atLeast`, which is often known before every word is aligned. */
export function compareNames(one: AnalysedName, other: AnalysedName, atLeast: number): NameComparison | null
export function compareNames(one: AnalysedName, other: AnalysedName): NameComparison
export function compareNames(one: AnalysedName, other: AnalysedName, atLeast = 0): NameComparison | null {
  const possible = pairs(one, other)
  const runs = joined(one, other)
  if (runs.length === 0 && highestScore(one, other, possible) < atLeast - ROUNDING) return null
  const matches = assign([...possible, ...runs])
  let [agreed, lost] = [0, 0]
  for (const { value, weight } of matches) {
    agreed += value * weight
    lost += (1 - value) * weight
  }
  const leftOne = left(one, matches, 'one')
  const leftOther = left(other, matches, 'other')
  return { score: scoreOf({ one, other, matches, agreed, lost, leftOne, leftOther }), matches, agreed, leftOne, leftOther }
}

/** Upper bound of the score when no words are joined: each word has its best partner, and words without any partner are left over. */
function highestScore(one: AnalysedName, other: AnalysedName, possible: readonly WordMatch[]): number {
  const agreed = Math.min(bestOf(one, possible, 'one'), bestOf(other, possible, 'other'))
  if (agreed === 0) return 0
  const [restOne, restOther] = [unmatched(one, possible, 'one'), unmatched(other, possible, 'other')]
  if (restOne === 0 && restOther === 0) return 1
  return (agreed / (agreed + againstOf(0, restOne, restOther))) * enoughOf(agreed)
}
function bestOf(name: AnalysedName, possible: readonly WordMatch[], side: 'one' | 'other'): number {
  let sum = 0
  for (let at = 0; at < name.words.length; at++) {
    let best = 0
    for (const match of possible) if (match[side].from === at) best = Math.max(best, match.value * match.weight)
    sum += best
  }
  return sum
}
function unmatched(name: AnalysedName, possible: readonly WordMatch[], side: 'one' | 'other'): number {
  let sum = 0
  for (const [at, word] of name.words.entries()) {
    if (isOwn(word) && !possible.some((match) => match[side].from === at)) sum += word.weight
  }
  return sum
}

function againstOf(lost: number, restOne: number, restOther: number): number {
  const conflict = Math.min(restOne, restOther)
  const extra = Math.max(restOne, restOther) - conflict
  return LOST_FACTOR * lost + CONFLICT_FACTOR * conflict + EXTRA_FACTOR * extra
}
const enoughOf = (agreed: number) => Math.min(1, LITTLE_FACTOR + ((1 - LITTLE_FACTOR) * agreed) / ENOUGH_BITS)

interface Sums extends Omit<NameComparison, 'score'> {
  readonly one: AnalysedName
  readonly other: AnalysedName
  readonly lost: number
}
function scoreOf({ one, other, matches, agreed, lost, leftOne, leftOther }: Sums): number {
  if (agreed === 0 || matches.every((match) => saysNothing(match, one))) return 0
  // Two husbands mean two people, or at least two marriages.
  const areTwo = [leftOne, leftOther].every((left) => left.some(({ isMarried }) => isMarried))
  const [restOne, restOther] = [leftOne, leftOther].map((left) => weightOf(areTwo ? left : left.filter(isOwn))) as [number, number]
  const against = againstOf(lost, restOne, restOther)
  const share = (agreed / (agreed + against)) * (isReversed(one, other, matches) ? REVERSED_FACTOR : 1)
  if (restOne === 0 && restOther === 0) return share
  const score = share * enoughOf(agreed)
  return matches.length === 1 && one.type === 'person' && Math.max(one.words.length, other.words.length) > 1
    ? Math.min(score, ONE_WORD_CAP)
    : score
}
/** One or two letters, or a legal form, do not identify a name. */
const saysNothing = ({ by, weight, one: { from } }: WordMatch, { words }: AnalysedName) =>
  by === 'initial' || (by === 'initials' && weight <= TWO_LETTERS_BITS) || words[from]?.kind === 'form'
/** A husband's surname replaces the second one, so it counts neither for nor against a match. */
const isOwn = ({ isMarried }: NameWord) => !isMarried
const weightOf = (words: readonly NameWord[]) => words.reduce((sum, { weight }) => sum + weight, 0)

function isReversed(one: AnalysedName, other: AnalysedName, matches: readonly WordMatch[]): boolean {
  const placeOf = (at: number) => matches.find((match) => match.one.from === at)?.other.from ?? null
  return one.words.some(({ text }, at) => {
    if (!SON_OF.has(text)) return false
    const [son, father] = [placeOf(at - 1), placeOf(at + 1)]
    if (son === null || father === null || father >= son) return false
    return other.words.slice(father, son).some((word) => SON_OF.has(word.text)) && son - father <= REVERSED_WORDS_MAX
  })
}

/** Equal words first, then the best pair, then the best of what is left. */
function assign(matches: readonly WordMatch[]): WordMatch[] {
  const possible = [...matches].sort((a, b) => worth(b) - worth(a))
  const [usedOne, usedOther] = [new Set<number>(), new Set<number>()]
  const chosen: WordMatch[] = []
  for (const match of possible) {
    if (isUsed(usedOne, match.one) || isUsed(usedOther, match.other)) continue
    use(usedOne, match.one)
    use(usedOther, match.other)
    chosen.push(match)
  }
  return chosen
}
/** Among equal ones prefers the match that keeps the position of the word. */
const worth = ({ value, weight, one, other }: WordMatch) =>
  (value === 1 ? EQUAL_FIRST : value * value) * (weight + 0.1) - 0.001 * Math.abs(one.from - other.from)

function isUsed(used: ReadonlySet<number>, { from, to }: Run): boolean {
  for (let at = from; at < to; at++) if (used.has(at)) return true
  return false
}
function use(used: Set<number>, { from, to }: Run): void {
  for (let at = from; at < to; at++) used.add(at)
}

function pairs(one: AnalysedName, other: AnalysedName): WordMatch[] {
  const found: WordMatch[] = []
  for (const [from, word] of one.words.entries()) {
    for (const [at, candidate] of other.words.entries()) {
      const { value, by } = wordSimilarity(word, candidate)
      if (value < ALIKE_MIN) continue
      const weight = Math.min(word.weight, candidate.weight)
      found.push({ one: { from, to: from + 1 }, other: { from: at, to: at + 1 }, value, by, weight })
    }
  }
  return found
}

/** Joined words, Juan Carlos and Juancarlos, De la Cruz and Delacruz, and words of which only the initials are written. */
function joined(one: AnalysedName, other: AnalysedName): WordMatch[] {
  const found: WordMatch[] = []
  for (const { run, at, ...match } of shortened(one, other)) found.push({ ...match, one: run, other: { from: at, to: at + 1 } })
  for (const { run, at, ...match } of shortened(other, one)) found.push({ ...match, one: { from: at, to: at + 1 }, other: run })
  return found
}
const shortened = (long: AnalysedName, short: AnalysedName): readonly RunMatch<'joined' | 'initials'>[] =>
  long.type === 'person' ? runsIn(long, short) : [...runsIn(long, short), ...initialisms(long, short)]
function runsIn(long: AnalysedName, short: AnalysedName) {
  const found: RunMatch<'joined'>[] = []
  for (let from = 0; from < long.words.length - 1; from++) {
    const first = long.words[from]
    if (!first || first.kind === 'initial') continue
    // The letters are joined only for a word that may match.
    let length = first.text.length
    let weight = first.weight
    for (let to = from + 2; to <= Math.min(from + JOINED_WORDS_MAX, long.words.length); to++) {
      const next = long.words[to - 1]
      if (!next || next.kind === 'initial') break
      length += next.text.length
      weight += next.weight
      if (length < 5) continue
      const romanised = joinRomanised(long.words, from, to)
      for (const [at, word] of short.words.entries()) {
        const isRomanised = areOneRomanised(romanised, word.romanised)
        if (!isRomanised && (Math.abs(word.text.length - length) > 3 || word.text.charCodeAt(0) !== first.text.charCodeAt(0))) continue
        const value = isRomanised ? JOINED_MIN : joinedLikeness(textOf(long, from, to), word)
        if (value >= JOINED_MIN) found.push({ run: { from, to }, at, value, by: 'joined', weight: Math.max(weight, word.weight) })
      }
    }
  }
  return found
}
const textOf = ({ words }: AnalysedName, from: number, to: number): string =>
  words
    .slice(from, to)
    .map(({ text }) => text)
    .join('')
function left(name: AnalysedName, matches: readonly WordMatch[], side: 'one' | 'other'): NameWord[] {
  const isMatched = (at: number) => matches.some((match) => match[side].from <= at && at < match[side].to)
  return name.words.filter(({ weight }, at) => weight > 0 && !isMatched(at))
}
