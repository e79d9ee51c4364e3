/** Changes that a file would make to the list in force. */
import type { ListName } from '@tunjo/contract/screening'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import {
  type FactCounts,
  factCountsNow,
  fingerprintsOf,
  newestVersions,
  type PrintedEntry,
  removedSince,
  type VersionRow,
} from './list-store.ts'

/**
 * A list that lost more than a tenth of its entries counts as truncated. Removals within a month are added up and additions do not offset
 * them, so small files or replacements cannot empty a list. The same holds when the facts of some kind fall by more than a tenth per entry:
 * then a file was truncated, or its publisher renamed an element.
 */
const LOST_SHARE_MAX = 0.1
/** With fewer facts a loss of a tenth may be chance. */
const FACTS_MIN = 10
const SHRINK_WINDOW_MS = 30 * 86_400_000

export interface ListChanges {
  readonly counts: Pick<VersionRow, 'entries' | 'added' | 'changed' | 'removed'>
  /** Entries that are new or changed. */
  readonly fresh: readonly PrintedEntry[]
  /** Ids of the removed entries. */
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
  // Offices end and begin all the time, so for politically exposed persons only the number of entries counts.
  const lost = list === 'pep' ? (before?.entries ?? 0) - entries.size : removed.length + lately
  if (lost > LOST_SHARE_MAX * monthAgo) refuse('screening.list_shrank', { before: monthAgo, now: monthAgo - lost })
  if (before) checkFacts(await factCountsNow(tx, list), { entries: before.entries, now: [...entries.values()] })
  return {
    counts: { entries: entries.size, added: added.length, changed: changed.length, removed: removed.length },
    fresh: [...added, ...changed],
    ended: [...removed, ...changed.map(({ entry }) => entry.id)],
  }
}

/** Per entry, so that a list that grew and lost a kind of fact is caught too. */
function checkFacts(before: FactCounts, { entries, now }: { entries: number; now: readonly PrintedEntry[] }): void {
  const left = factCountsOf(now)
  for (const what of ['names', 'documents', 'births', 'addresses', 'countries'] as const) {
    const expected = (before[what] * now.length) / entries
    if (before[what] >= FACTS_MIN && left[what] < (1 - LOST_SHARE_MAX) * expected)
      refuse('screening.list_shrank', { before: before[what], now: left[what], what })
  }
}

function factCountsOf(entries: readonly PrintedEntry[]): FactCounts {
  const sum = (count: (entry: PrintedEntry['entry']) => number) => entries.reduce((all, { entry }) => all + count(entry), 0)
  const addressesOf = ({ identifiers }: PrintedEntry['entry']) => identifiers.filter(({ kind }) => kind === 'crypto_address').length
  return {
    names: sum(({ names }) => names.length),
    documents: sum((entry) => entry.identifiers.length - addressesOf(entry)),
    births: sum(({ birthYears }) => birthYears.length),
    addresses: sum(addressesOf),
    countries: sum(({ countries }) => countries.length),
  }
}

interface ChangedEntries {
  readonly added: readonly PrintedEntry[]
  /** Entries that changed. */
  readonly changed: readonly PrintedEntry[]
  /** Ids of removed entries. */
  readonly removed: readonly string[]
}
/** `known`: fingerprints by id of the list in force. */
export function changesOf(known: ReadonlyMap<string, string>, entries: ReadonlyMap<string, PrintedEntry>): ChangedEntries {
  const fresh = [...entries.values()].filter(({ entry, fingerprint }) => known.get(entry.id) !== fingerprint)
  return {
    added: fresh.filter(({ entry }) => !known.has(entry.id)),
    changed: fresh.filter(({ entry }) => known.has(entry.id)),
    removed: [...known.keys()].filter((id) => !entries.has(id)),
  }
}
