/**
 * Screening of one person or company against list entries: exact identifiers first, then names, adjusted by the other facts that both sides
 * have (birth, country, gender). Pure: no database, no clock.
 */
import type { RepresentativeRole } from '@tunjo/contract/representative-rules'
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
}
export interface Screener {
  readonly entries: number
  screen(party: ScreenedParty, thresholds: Thresholds): Hit[]
}

const CANDIDATES_MAX = 60
const HITS_MAX = 50
const FACTOR: Readonly<Record<'birth' | 'country' | 'gender', Readonly<Record<Agreement, number>>>> = {
  birth: { agrees: 1.04, near: 1, unknown: 1, differs: 0.82 },
  country: { agrees: 1.02, near: 1, unknown: 1, differs: 0.98 },
  gender: { agrees: 1, near: 1, unknown: 1, differs: 0.9 },
}
/** Maximum score of an equal name without any other matching fact. */
const NAME_ALONE_MAX = 0.99

export function createScreener(parties: readonly ListedParty[]): Screener {
  const byIdentifier = new Map<string, ListedParty[]>()
  for (const party of parties) {
    for (const identifier of party.identifiers) {
      const key = comparable(identifier)
      if (!key) continue
      const known = byIdentifier.get(key)
      if (known) known.push(party)
      else byIdentifier.set(key, [party])
    }
  }
  const indexes = { person: indexOf(parties, 'person'), organisation: indexOf(parties, 'organisation') }
  return {
    entries: parties.length,
    screen(party, thresholds) {
      const hits = new Map<string, Hit>()
      const keep = (hit: Hit) => {
        const known = hits.get(hit.entryId)
        if (!known || hit.score > known.score) hits.set(hit.entryId, hit)
      }
      for (const text of party.names) {
        const name = analyseName(text, party.type)
        for (const candidate of indexes[party.type].find(name, CANDIDATES_MAX)) {
          const hit = byName(party, name, candidate, thresholds)
          if (hit) keep(hit)
        }
      }
      for (const identifier of party.identifiers) {
        const key = comparable(identifier)
        for (const entry of (key && byIdentifier.get(key)) || []) {
          keep({ ...(hits.get(entry.id) ?? withoutName(party, entry)), entryId: entry.id, score: 1, identifier })
        }
      }
      return [...hits.values()].sort((a, b) => b.score - a.score).slice(0, HITS_MAX)
    },
  }
}

function indexOf(parties: readonly ListedParty[], type: NameType) {
  const names = parties
    .filter((party) => party.type === null || party.type === type)
    .flatMap((entry) => [...new Set(entry.names)].map((text): IndexedName<ListedParty> => ({ entry, name: analyseName(text, type) })))
  return buildIndex(names.filter(({ name }) => name.words.length > 0))
}

/** Null when the score is below the threshold of a review. */
function byName(
  party: ScreenedParty,
  one: AnalysedName,
  { entry, name: other }: IndexedName<ListedParty>,
  { review, stop }: Thresholds,
): Hit | null {
  const rest = withoutName(party, entry)
  const factor = FACTOR.birth[rest.birth] * FACTOR.country[rest.country]
  const comparison = compareNames(one, other, review / factor)
  const known = Math.min(NAME_ALONE_MAX, (comparison?.score ?? 0) * factor)
  // The customer's own device read the gender: it lowers the similarity, but does not release a person whom name and birth would stop.
  const score = known < stop ? known * FACTOR.gender[rest.gender] : known
  return comparison && score >= review ? { ...rest, score, name: { one, other, comparison } } : null
}

const withoutName = (party: ScreenedParty, entry: ListedParty): Hit => ({
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
