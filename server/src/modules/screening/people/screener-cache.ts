/** The lists in memory, as they stand; built again when a version came. A delta holds only what a version brought. */
import type { ListName } from '@tunjo/contract/screening'
import type { Connection } from '../../../platform/database.ts'
import { type EntryRow, entriesNow, newestVersions } from '../lists/list-store.ts'
import { createScreener, type Hit, type ScreenedParty } from '../matching/screen.ts'
import type { Versions } from './hit-store.ts'

export interface FoundHit {
  readonly hit: Hit
  readonly row: EntryRow
  readonly party: ScreenedParty
}
export interface LoadedLists {
  readonly versions: Versions
  screen(parties: readonly ScreenedParty[]): FoundHit[]
  /** Whether the entry stands there. */
  has(list: ListName, entryId: string): boolean
}

const keyOf = (list: ListName, entryId: string) => `${list}/${entryId}`

export function createScreenerCache() {
  let kept: { key: string; lists: Promise<LoadedLists> } | null = null
  return async (connection: Connection, version: string | null): Promise<LoadedLists> => {
    const newest = await newestVersions(connection)
    const versions: Versions = Object.fromEntries(newest.map(({ list, id }) => [list, id]))
    if (version !== null)
      return load(connection, version, Object.fromEntries(newest.flatMap(({ list, id }) => (id === version ? [[list, id]] : []))))
    const key = JSON.stringify(versions)
    if (kept?.key === key) return kept.lists
    const loading = { key, lists: load(connection, null, versions) }
    kept = loading
    // What failed once is not what every later screening is told.
    loading.lists.catch(() => {
      if (kept === loading) kept = null
    })
    return loading.lists
  }
}

async function load(connection: Connection, version: string | null, versions: Versions): Promise<LoadedLists> {
  const rows = new Map((await entriesNow(connection, version)).map((row) => [keyOf(row.list, row.facts.id), row]))
  const screener = createScreener([...rows].map(([id, { facts }]) => ({ ...facts, id })))
  return {
    versions,
    screen: (parties) =>
      parties.flatMap((party) =>
        screener.screen(party).flatMap((hit): FoundHit[] => {
          const row = rows.get(hit.entryId)
          return row ? [{ hit, row, party }] : []
        }),
      ),
    has: (list, entryId) => rows.has(keyOf(list, entryId)),
  }
}
