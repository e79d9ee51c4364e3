/** What a file would change of the list that is in force. */
import type { ListName } from '@tunjo/contract/screening'
import type { Connection, Transaction } from '../../../platform/database.ts'
import { refuse } from '../../../platform/refusal.ts'
import { fingerprintsOf, namesNow, newestVersions, type PrintedEntry, removedSince, type VersionRow } from './list-store.ts'

/**
 * A list that lost more than a tenth was cut off. Of a month together, and whatever came instead: whoever takes a few entries out again and
 * again, or puts others in their place, empties no list. So was one whose entries lost more than a tenth of their names and numbers: one of
 * its files was.
 */
const LOST_SHARE_MAX = 0.1
const SHRINK_WINDOW_MS = 30 * 86_400_000

export interface ListChanges {
  readonly counts: Pick<VersionRow, 'entries' | 'added' | 'changed' | 'removed'>
  /** Entries that are new or say something else. */
  readonly fresh: readonly PrintedEntry[]
  /** Ids of those that end. */
  readonly ended: readonly string[]
}

export const inForce = async (tx: Connection, list: ListName): Promise<VersionRow | undefined> =>
  (await newestVersions(tx)).find((version) => version.list === list)

/** @throws Refused `screening.list_shrank` */
export async function compareList(
  tx: Transaction,
  list: ListName,
  entries: ReadonlyMap<string, PrintedEntry>,
  now: Date,
): Promise<ListChanges> {
  const before = await inForce(tx, list)
  const known = await fingerprintsOf(tx, list)
  const { added, changed, removed } = changesOf(known, entries)
  const lately = await removedSince(tx, list, new Date(now.getTime() - SHRINK_WINDOW_MS))
  const monthAgo = (before?.entries ?? 0) + lately
  // Offices end and begin all the time: of those who hold them only the number counts.
  const lost = list === 'pep' ? (before?.entries ?? 0) - entries.size : removed.length + lately
  if (lost > LOST_SHARE_MAX * monthAgo) refuse('screening.list_shrank', { before: monthAgo, now: monthAgo - lost })
  // Its names come in several files, of which one may be cut after a row.
  if (list === 'ofac') await checkNames(tx, list, entries)
  return {
    counts: { entries: entries.size, added: added.length, changed: changed.length, removed: removed.length },
    fresh: [...added, ...changed],
    ended: [...removed, ...changed.map(({ entry }) => entry.id)],
  }
}

async function checkNames(tx: Transaction, list: ListName, entries: ReadonlyMap<string, PrintedEntry>): Promise<void> {
  const [before, now] = [await namesNow(tx, list), namesIn(entries)]
  if (before - now > LOST_SHARE_MAX * before) refuse('screening.list_shrank', { before, now, what: 'names' })
}

const namesIn = (entries: ReadonlyMap<string, PrintedEntry>): number =>
  [...entries.values()].reduce((sum, { entry: { names, identifiers } }) => sum + names.length + identifiers.length, 0)

interface ChangedEntries {
  readonly added: readonly PrintedEntry[]
  /** That say something else. */
  readonly changed: readonly PrintedEntry[]
  /** Ids. */
  readonly removed: readonly string[]
}
/** `known`: fingerprints by id of what is in force. */
export function changesOf(known: ReadonlyMap<string, string>, entries: ReadonlyMap<string, PrintedEntry>): ChangedEntries {
  const fresh = [...entries.values()].filter(({ entry, fingerprint }) => known.get(entry.id) !== fingerprint)
  return {
    added: fresh.filter(({ entry }) => !known.has(entry.id)),
    changed: fresh.filter(({ entry }) => known.has(entry.id)),
    removed: [...known.keys()].filter((id) => !entries.has(id)),
  }
}
