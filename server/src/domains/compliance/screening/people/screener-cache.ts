/**
 * Cache of the list index: the lists in force are indexed once for all screenings until a new version. A delta holds only the entries of
 * one version.
 */
import type { Connection } from '../../../../platform/database/database.ts'
import { entriesNow, newestVersions } from '../lists/list-store.ts'
import type { Thresholds } from '../matching/screen.ts'
import type { Versions } from './hit-store.ts'
import type { FoundHits, PersonToScreen } from './screener-worker.ts'
import { createScreeners, type Index, type Screeners } from './screeners.ts'

export interface LoadedLists {
  readonly versions: Versions
  /** Prepare a screening of this many people before its transaction: building an index takes seconds. */
  prepare(people: number): Promise<void>
  /** For each of the people, the entries with at least this score. */
  screen(people: readonly PersonToScreen[], thresholds: Thresholds): Promise<FoundHits[]>
}
export interface ScreenerCache {
  /** With `version` only the entries of that version; null: all entries. */
  listsOf(connection: Connection, version: string | null): Promise<LoadedLists>
  /** Called when no screening needs this delta any more. */
  release(version: string): Promise<void>
  stop(): Promise<void>
}

export function createScreenerCache(screeners: Screeners = createScreeners()): ScreenerCache {
  /** Key of the current index, for each delta and for all entries. */
  const current = new Map<string | null, string>()

  async function replace(version: string | null, key: string): Promise<void> {
    const before = current.get(version)
    current.set(version, key)
    if (before !== undefined && before !== key) await screeners.drop(before)
  }
  return {
    async listsOf(connection, version) {
      const newest = await newestVersions(connection)
      const inForce = newest.map(({ list, id }): [string, string] => [list, id])
      const versions: Versions = Object.fromEntries(version === null ? inForce : inForce.filter(([, id]) => id === version))
      if (newest.length === 0)
        return { versions, prepare: async () => undefined, screen: async (people) => people.map(() => ({ hits: [], cut: [] })) }
      // The entries of a version decrease when the next version replaces some.
      const key = JSON.stringify([version, inForce])
      await replace(version, key)
      const index: Index = { key, read: () => entriesNow(connection, version) }
      return {
        versions,
        prepare: (people) => screeners.prepare(index, people),
        screen: (people, thresholds) => (people.length === 0 ? Promise.resolve([]) : screeners.screen(index, people, thresholds)),
      }
    },
    async release(version) {
      const key = current.get(version)
      current.delete(version)
      if (key !== undefined) await screeners.drop(key)
    },
    stop: () => screeners.stop(),
  }
}
