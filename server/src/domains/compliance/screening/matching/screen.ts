/**
 * Screening of one person or company against list entries: exact identifiers first, then names, adjusted by the other facts that both sides
 * have (birth, country, gender). Pure: no database, no clock.
 */
import type { RepresentativeRole } from '@tunjo/contract/representative-rules'
import { LISTS, type ListName } from '@tunjo/contract/screening'
import { type AnalysedName, analyseName, type NameType } from './analyse-name.ts'
import { buildIndex, type IndexedName } from './candidate-index.ts'
import { compareNames, type NameComparison } from './compare-names.ts'
import { comparable, type Identifier } from './identifiers.ts'

export interface ListedParty {
  readonly id: string
  /** Null when the list does not include it. */
  readonly type: NameType | null
  /** The first is the main one. */
  readonly names: readonly string[]
  readonly identifiers: readonly Identifier[]
  readonly birthYears: readonly number[]
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[]
  readonly gender: 'male' | 'female' | null
}
export interface ScreenedParty {
  readonly type: NameType
  readonly names: readonly string[]
  readonly identifiers: readonly Identifier[]
  readonly birthYear: number | null
  readonly country: string | null
  readonly gender: 'male' | 'female' | null
  /** Roles in a company of a person named in its documents. They do not identify the person and are not compared. */
  readonly roles?: readonly RepresentativeRole[]
}

export type Agreement = 'agrees' | 'near' | 'differs' | 'unknown'
export interface NameEvidence {
  readonly one: AnalysedName
  readonly other: AnalysedName
  readonly comparison: NameComparison
}
export interface Hit {
  readonly list: ListName
  readonly entryId: string
  readonly score: number
  /** Identifier that both sides share. */
  readonly identifier: Identifier | null
  readonly name: NameEvidence | null
  readonly birth: Agreement
  readonly country: Agreement
  readonly gender: Agreement
}
/** Score thresholds, 0 to 1. */
export interface Thresholds {
  /** From this score on an officer reviews the hit; lower scores are dropped. */
  readonly review: number
  /** From this score on the person is registered as listed immediately, unless the birth contradicts it. */
  readonly stop: number
  /** Review threshold of a PEP list. It never lists a customer as sanctioned, but flags PEP, so that they wait for a permission (ADM-09). */
  readonly pep: number
}
export interface EntryKey {
  readonly list: ListName
  readonly entryId: string
}
export interface Screened {
  readonly hits: readonly Hit[]
  /** Lists with more new hits than the bound. */
  readonly cut: readonly ListName[]
}
export interface Screener {
  readonly entries: number
  /**
   * `known`: entries of which the customer has hits. They are compared in any case and not counted in the bounds, so a missing hit means
   * that the entry is less similar than the threshold or left its list, and a list that was cut gives its next entries the next time.
   */
  screen(party: ScreenedParty, thresholds: Thresholds, known?: readonly EntryKey[]): Screened
}
type Lists = Readonly<Partial<Record<ListName, readonly ListedParty[]>>>
interface Entry {
  readonly list: ListName
  readonly party: ListedParty
}

/** Entries of one list that are compared with a name. */
const CANDIDATES_MAX = 60
/** New hits of one list. Officers cannot decide more, and a hostile list must not fill the database. */
const HITS_MAX = 50
const FACTOR: Readonly<Record<'birth' | 'country' | 'gender', Readonly<Record<Agreement, number>>>> = {
  birth: { agrees: 1.04, near: 1, unknown: 1, differs: 0.82 },
  country: { agrees: 1.02, near: 1, unknown: 1, differs: 0.98 },
  gender: { agrees: 1, near: 1, unknown: 1, differs: 0.9 },
}
/** Maximum score of an equal name without any other matching fact. */
const NAME_ALONE_MAX = 0.99

export function createScreener(lists: Lists): Screener {
  const entries = LISTS.flatMap((list) => (lists[list] ?? []).map((party): Entry => ({ list, party })))
  const byKey = new Map(entries.map((entry) => [keyOf({ list: entry.list, entryId: entry.party.id }), entry]))
  const byIdentifier = indexIdentifiers(entries)
  const indexes = { person: indexOf(entries, 'person'), organisation: indexOf(entries, 'organisation') }
  return {
    entries: entries.length,
    screen(party, thresholds, known = []) {
      const hits = new Map<Entry, Hit>()
      const keep = (entry: Entry, hit: Hit | null) => {
        if (hit && hit.score > (hits.get(entry)?.score ?? 0)) hits.set(entry, hit)
      }
      const knownEntries = new Set(known.flatMap((key) => byKey.get(keyOf(key)) ?? []))
      const knownNames = [...knownEntries].flatMap((entry) => namesOf(entry, party.type))
      for (const text of party.names) {
        const name = analyseName(text, party.type)
        for (const candidate of [...knownNames, ...indexes[party.type].find(name, CANDIDATES_MAX, knownEntries)])
          keep(candidate.entry, byName(party, name, candidate, thresholds))
      }
      for (const identifier of party.identifiers) {
        const key = comparable(identifier)
        for (const entry of (key && byIdentifier.get(key)) || [])
          keep(entry, { ...(hits.get(entry) ?? withoutName(party, entry)), score: 1, identifier })
      }
      return bounded(hits, knownEntries)
    },
  }
}

const keyOf = ({ list, entryId }: EntryKey): string => `${list}/${entryId}`

/** The highest scores of each list, and the known entries. */
function bounded(hits: ReadonlyMap<Entry, Hit>, known: ReadonlySet<Entry>): Screened {
  const counts = new Map<ListName, number>()
  const kept = [...hits]
    .sort(([, a], [, b]) => b.score - a.score)
    .filter(([entry]) => {
      if (known.has(entry)) return true
      const count = (counts.get(entry.list) ?? 0) + 1
      counts.set(entry.list, count)
      return count <= HITS_MAX
    })
  return { hits: kept.map(([, hit]) => hit), cut: [...counts].flatMap(([list, count]) => (count > HITS_MAX ? [list] : [])) }
}

function indexIdentifiers(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const byIdentifier = new Map<string, Entry[]>()
  for (const entry of entries) {
    for (const identifier of entry.party.identifiers) {
      const key = comparable(identifier)
      if (!key) continue
      const same = byIdentifier.get(key)
      if (same) same.push(entry)
      else byIdentifier.set(key, [entry])
    }
  }
  return byIdentifier
}
const indexOf = (entries: readonly Entry[], type: NameType) =>
  buildIndex(
    entries.flatMap((entry) => namesOf(entry, type)),
    ({ list }) => list,
  )
function namesOf(entry: Entry, type: NameType): IndexedName<Entry>[] {
  if (entry.party.type !== null && entry.party.type !== type) return []
  const names = [...new Set(entry.party.names)].map((text) => ({ entry, name: analyseName(text, type) }))
  return names.filter(({ name }) => name.words.length > 0)
}

/** Null when the score is below the threshold of a review. */
function byName(
  party: ScreenedParty,
  one: AnalysedName,
  { entry, name: other }: IndexedName<Entry>,
  { review, stop, pep }: Thresholds,
): Hit | null {
  const least = entry.list === 'pep' ? pep : review
  const rest = withoutName(party, entry)
  const factor = FACTOR.birth[rest.birth] * FACTOR.country[rest.country]
  const comparison = compareNames(one, other, least / factor)
  const known = Math.min(NAME_ALONE_MAX, (comparison?.score ?? 0) * factor)
  // The customer's own device read the gender: it lowers the similarity, but does not release a person whom name and birth would stop.
  const score = known < stop ? known * FACTOR.gender[rest.gender] : known
  return comparison && score >= least ? { ...rest, score, name: { one, other, comparison } } : null
}

const withoutName = (party: ScreenedParty, { list, party: entry }: Entry): Hit => ({
  list,
  entryId: entry.id,
  score: 0,
  identifier: null,
  name: null,
  birth: birthAgreement(party.birthYear, entry.birthYears),
  country:
    party.country === null || entry.countries.length === 0 ? 'unknown' : entry.countries.includes(party.country) ? 'agrees' : 'differs',
  gender: party.gender === null || entry.gender === null ? 'unknown' : party.gender === entry.gender ? 'agrees' : 'differs',
})

/** Lists are often wrong by a year or two. */
function birthAgreement(year: number | null, listed: readonly number[]): Agreement {
  if (year === null || listed.length === 0) return 'unknown'
  const distance = Math.min(...listed.map((one) => Math.abs(one - year)))
  return distance === 0 ? 'agrees' : distance <= 2 ? 'near' : 'differs'
}
