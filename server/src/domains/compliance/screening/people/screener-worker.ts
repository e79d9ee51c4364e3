/** Worker thread of screeners.ts: holds list indexes and compares people with them. */
import type { ListName } from '@tunjo/contract/screening'
import { answerCalls } from '../../../../platform/jobs/thread-calls.ts'
import type { EntryRow } from '../lists/list-store.ts'
import { createScreener, type EntryKey, type Hit, type ScreenedParty, type Screener, type Thresholds } from '../matching/screen.ts'
import { explain } from './explain.ts'

export interface PersonToScreen {
  readonly parties: readonly ScreenedParty[]
  /** Entries of which the person has hits: they are compared outside all bounds. */
  readonly known: readonly EntryKey[]
}
export type ScreenerCall =
  /** Adds entries to an index under construction. */
  | { readonly kind: 'add'; readonly key: string; readonly rows: readonly EntryRow[] }
  | { readonly kind: 'build' | 'drop'; readonly key: string }
  | {
      readonly kind: 'screen'
      readonly key: string
      readonly people: readonly PersonToScreen[]
      readonly thresholds: Thresholds
    }
export interface FoundHit {
  readonly row: EntryRow
  readonly party: ScreenedParty
  readonly score: number
  readonly isSameNumber: boolean
  readonly birth: Hit['birth']
  readonly explanation: readonly string[]
}
export interface FoundHits {
  readonly hits: readonly FoundHit[]
  /** Lists with more new hits than are returned at once. */
  readonly cut: readonly ListName[]
}
/** One result for each of the people; empty for all other calls. */
export type ScreenerAnswer = FoundHits[]

interface Lists {
  readonly rows: ReadonlyMap<string, EntryRow>
  readonly screener: Screener
}
const arriving = new Map<string, EntryRow[]>()
const held = new Map<string, Lists>()

answerCalls((call: ScreenerCall): ScreenerAnswer => {
  const { kind, key } = call
  if (kind === 'screen') {
    const lists = held.get(key)
    if (!lists) throw new Error('the thread does not hold these lists')
    return call.people.map((person) => screenOne(lists, person, call.thresholds))
  }
  if (kind === 'add') {
    const rows = arriving.get(key) ?? []
    for (const row of call.rows) rows.push(row)
    arriving.set(key, rows)
  } else if (kind === 'build') {
    const rows = arriving.get(key) ?? []
    arriving.delete(key)
    held.set(key, build(rows))
  } else {
    arriving.delete(key)
    held.delete(key)
  }
  return []
})

function build(entries: readonly EntryRow[]): Lists {
  const rows = new Map(entries.map((row) => [`${row.list}/${row.facts.id}`, row]))
  const lists: Partial<Record<ListName, EntryRow['facts'][]>> = {}
  for (const { list, facts } of rows.values()) {
    const known = lists[list]
    if (known) known.push(facts)
    else lists[list] = [facts]
  }
  return { rows, screener: createScreener(lists) }
}

function screenOne({ rows, screener }: Lists, { parties, known }: PersonToScreen, thresholds: Thresholds): FoundHits {
  const screened = parties.map((party) => ({ party, ...screener.screen(party, thresholds, known) }))
  const hits = screened.flatMap(({ party, hits }) =>
    hits.flatMap((hit): FoundHit[] => {
      const row = rows.get(`${hit.list}/${hit.entryId}`)
      const { score, birth } = hit
      return row ? [{ row, party, score, isSameNumber: hit.identifier !== null, birth, explanation: explain(hit, party, row.facts) }] : []
    }),
  )
  return { hits, cut: [...new Set(screened.flatMap(({ cut }) => cut))] }
}
