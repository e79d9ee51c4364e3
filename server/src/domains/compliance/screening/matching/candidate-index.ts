/**
 * Candidate index: finds the few list entries whose names may match the query, without comparing all others.
 *
 * The index holds every distinct word once, under its phonetic key and under that key with each one letter omitted; joined words and
 * nicknames have keys too. A query word is compared with the words under its keys, and leads to the names that have one of them. The rarest
 * words are followed first: a name that has none of them can no longer share enough.
 */
import type { AnalysedName, NameType, NameWord } from './analyse-name.ts'
import { reversed } from './disguises.ts'
import { areOneRomanised, joinRomanised, NOT_ROMANISED, type Romanisation } from './east-asian-names.ts'
import { initialsOf, mayBeInitials } from './initialisms.ts'
import { phoneticKey } from './phonetic-key.ts'
import { ALIKE_MIN, BACKWARDS_MIN, JOINED_MIN, joinedLikeness, wordSimilarity } from './word-similarity.ts'

export interface IndexedName<Entry> {
  readonly entry: Entry
  readonly name: AnalysedName
}
export interface CandidateIndex<Entry> {
  /**
   * The `limit` most similar entries of each group, and those that are as similar as the last of them: other facts than the name decide
   * between namesakes. Without the entries that the caller `knows`, which it compares itself.
   */
  find(name: AnalysedName, limit: number, knows: ReadonlySet<Entry>): IndexedName<Entry>[]
}

const DELETION_KEY_MIN = 3
/** No real word is longer; the keys of an endless one would fill the memory. */
const DELETION_KEY_MAX = 60
/** Minimum share of the information of the shorter name that an entry must have in common to be compared. */
const SHARE_MIN = 0.5
/** Cache of the results for query words of untrusted origin, with the least recently used ones dropped. */
const KEPT_MAX = 20_000
/** Bound of the names of a group, as a multiple of its entries: an entry may have many names, and a hostile list any number of namesakes. */
const NAMES_FACTOR = 10
/** Tolerance for sums that are added in another order. */
const ROUNDING = 1e-9
const NO_NUMBERS = new Uint32Array()

/** A single word, or two or three joined ones. */
interface Term {
  readonly id: string
  readonly text: string
  readonly weight: number
  /** Null for joined words and their initials. */
  readonly word: NameWord | null
  readonly isInitials: boolean
  readonly romanised: Romanisation
  readonly keys: readonly string[]
}
interface Posting {
  readonly term: Term
  readonly numbers: number[]
}

interface Candidate<Entry> {
  readonly name: IndexedName<Entry>
  readonly share: number
}

/** The limit of a search holds for each group, so that a crowded list does not displace the entries of another. */
export function buildIndex<Entry>(names: readonly IndexedName<Entry>[], groupOf: (entry: Entry) => string): CandidateIndex<Entry> {
  const weights = Float64Array.from(names, ({ name }) => name.weight)
  const shared = new Float64Array(names.length)
  const touched = new Uint32Array(names.length)
  const numbersOf = numbersByTerm(postingsByKey(names.map(({ name }) => name)))

  /** Returns how many entries were touched. */
  function collect(name: AnalysedName): number {
    const terms = termsOf(name).sort((a, b) => b.weight - a.weight)
    let count = 0
    let rest = name.weight
    for (const term of terms) {
      if (term.weight === 0) continue
      const isNew = term.word === null || rest >= SHARE_MIN * name.weight
      for (const number of numbersOf(term)) {
        const weight = shared[number] ?? 0
        if (weight === 0) {
          if (!isNew) continue
          touched[count++] = number
        }
        shared[number] = weight + term.weight
      }
      if (term.word) rest -= term.weight
    }
    return count
  }

  return {
    find(name, limit, knows) {
      const found: Candidate<Entry>[] = []
      const count = collect(name)
      for (let at = 0; at < count; at++) {
        const number = touched[at] ?? 0
        const weight = shared[number] ?? 0
        const other = weights[number] ?? 0
        shared[number] = 0
        const listed = names[number]
        if (!listed || weight < SHARE_MIN * Math.min(name.weight, other) || knows.has(listed.entry)) continue
        found.push({ name: listed, share: weight / (name.weight + other) })
      }
      return bounded(found, limit, groupOf)
    },
  }
}

function bounded<Entry>(found: Candidate<Entry>[], limit: number, groupOf: (entry: Entry) => string): IndexedName<Entry>[] {
  if (found.length <= limit) return found.map(({ name }) => name)
  found.sort((a, b) => b.share - a.share)
  const groups = new Map<string, { readonly entries: Set<Entry>; names: number; least: number }>()
  return found.flatMap(({ name, share }) => {
    const key = groupOf(name.entry)
    const group = groups.get(key) ?? { entries: new Set(), names: 0, least: share }
    groups.set(key, group)
    const isOver = group.entries.size >= limit && !group.entries.has(name.entry) && share < group.least - ROUNDING
    if (isOver || group.names >= NAMES_FACTOR * limit) return []
    if (group.entries.size < limit) group.least = share
    group.entries.add(name.entry)
    group.names++
    return [name]
  })
}

/** The names that a word leads to. */
function numbersByTerm(byKey: ReadonlyMap<string, Posting[]>): (term: Term) => Uint32Array {
  let kept = new Map<string, Uint32Array>()
  let keptBefore = new Map<string, Uint32Array>()
  const keep = (term: Term, numbers: Uint32Array) => {
    if (kept.size >= KEPT_MAX) [keptBefore, kept] = [kept, new Map()]
    kept.set(term.id, numbers)
    return numbers
  }
  return (term) => {
    const known = kept.get(term.id)
    if (known) return known
    const before = keptBefore.get(term.id)
    if (before) return keep(term, before)
    const postings = new Set<Posting>()
    for (const key of term.keys) for (const posting of byKey.get(key) ?? []) postings.add(posting)
    // Most joined words have no result to cache: untrusted input would evict all other words.
    if (postings.size === 0) return NO_NUMBERS
    const numbers = new Set<number>()
    for (const posting of postings) {
      if (areAlike(term, posting.term)) for (const number of posting.numbers) numbers.add(number)
    }
    return keep(term, Uint32Array.from(numbers))
  }
}

function postingsByKey(names: readonly AnalysedName[]): Map<string, Posting[]> {
  const postings = new Map<string, Posting>()
  names.forEach((name, number) => {
    for (const term of termsOf(name)) {
      const posting = postings.get(term.id) ?? { term, numbers: [] }
      if (posting.numbers.at(-1) !== number) posting.numbers.push(number)
      postings.set(term.id, posting)
    }
  })
  const byKey = new Map<string, Posting[]>()
  for (const posting of postings.values()) {
    for (const key of posting.term.keys) {
      const list = byKey.get(key)
      if (list) list.push(posting)
      else byKey.set(key, [posting])
    }
  }
  return byKey
}

function areAlike(asked: Term, listed: Term): boolean {
  if (asked.isInitials || listed.isInitials) return asked.isInitials !== listed.isInitials && asked.text === listed.text
  if (asked.word && listed.word) return wordSimilarity(asked.word, listed.word).value >= ALIKE_MIN
  if (areOneRomanised(asked.romanised, listed.romanised)) return true
  if (listed.word) return joinedLikeness(asked.text, listed.word) >= JOINED_MIN
  return asked.word !== null && joinedLikeness(listed.text, asked.word) >= JOINED_MIN
}

const terms = new Map<NameWord, Term>()
function termsOf(name: AnalysedName): Term[] {
  const found: Term[] = []
  name.words.forEach((word, at) => {
    if (word.kind === 'initial' || word.kind === 'form') return
    if (word.weight > 0) found.push(termOf(word, name.type))
    const [next, third] = [name.words[at + 1], name.words[at + 2]]
    if (next && next.kind !== 'initial') found.push(joinedTerm([word, next]))
    if (next && third && word.weight === 0 && third.kind !== 'initial') found.push(joinedTerm([word, next, third]))
  })
  for (const initials of initialsOf(name)) found.push(initialsTerm(initials, name.weight))
  return found
}
function initialsTerm(text: string, weight: number): Term {
  return { id: `^${text}`, text, weight, word: null, isInitials: true, romanised: NOT_ROMANISED, keys: [`^${text}`] }
}
function termOf(word: NameWord, type: NameType): Term {
  const known = terms.get(word)
  if (known) return known
  const { text, weight, romanised } = word
  const spelled = keysOfRomanised(romanised)
  const id = [text, word.isConsonantal ? '~' : '', word.isSyllable ? '*' : '', ...spelled].join('')
  const initials = type === 'organisation' && mayBeInitials(word) ? [`^${text}`] : []
  const term = { id, text, weight, word, isInitials: false, romanised, keys: [...keysOf(word), ...spelled, ...initials] }
  if (terms.size < KEPT_MAX) terms.set(word, term)
  return term
}
function joinedTerm(words: readonly NameWord[]): Term {
  const text = words.map((word) => word.text).join('')
  const romanised = joinRomanised(words, 0, words.length)
  const spelled = keysOfRomanised(romanised)
  const weight = words.reduce((sum, word) => sum + word.weight, 0)
  return {
    id: ['+', text, ...spelled].join(''),
    text,
    weight,
    word: null,
    isInitials: false,
    romanised,
    keys: [`-${phoneticKey(text)}`, ...spelled],
  }
}
const keysOfRomanised = ({ chinese, korean }: Romanisation): readonly string[] => [
  ...(chinese === null ? [] : [`=${chinese}`]),
  ...(korean === null ? [] : [`%${korean}`]),
]
/** One key for a word and for the same word reversed. */
function eitherWay(text: string): readonly string[] {
  if (text.length < BACKWARDS_MIN) return []
  const back = reversed(text)
  return [`<${text < back ? text : back}`]
}
function keysOf({ key, otherKeys, variants, text }: NameWord): readonly string[] {
  const groups = [...variants.map((group) => `#${group}`), ...otherKeys.map((other) => `-${other}`), ...eitherWay(text)]
  if (key.length < DELETION_KEY_MIN) return [key || text, `-${key || text}`, ...groups]
  if (key.length > DELETION_KEY_MAX) return [`-${key}`, ...groups]
  const deletions = new Set(Array.from(key, (_letter, at) => `-${key.slice(0, at)}${key.slice(at + 1)}`))
  return [`-${key}`, ...deletions, ...groups]
}
