/** SQL of lists: versions, and the content of each entry from one version to another. */
import type { ListName } from '@tunjo/contract/screening'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { comparable, type Identifier } from '../matching/identifiers.ts'
import type { ListEntry } from './types.ts'

export interface VersionRow {
  readonly id: string
  readonly list: ListName
  readonly source: string
  readonly licence: string
  readonly sha256: string
  readonly entries: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly loadedAt: Date
}
const VERSION = sql`id, list, source, licence, sha256, entries, added, changed, removed, loaded_at AS "loadedAt"`
/** Id of the lock that allows one load of a list at a time. */
const LOAD_LOCK = 7_406_012

export async function lockList(tx: Transaction, list: ListName): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOAD_LOCK}, hashtext(${list}))`.execute(tx)
}

export async function newestVersions(connection: Connection): Promise<VersionRow[]> {
  const found = await sql<VersionRow>`SELECT DISTINCT ON (list) ${VERSION} FROM screening.list_version ORDER BY list, id DESC`.execute(
    connection,
  )
  return found.rows
}

export async function insertVersion(tx: Transaction, { loadedBy, ...version }: VersionRow & { loadedBy: string }): Promise<void> {
  const { id, list, source, licence, sha256, entries, added, changed, removed, loadedAt } = version
  await sql`INSERT INTO screening.list_version (id, list, source, licence, sha256, entries, added, changed, removed, loaded_at, loaded_by)
    VALUES (${id}, ${list}, ${source}, ${licence}, ${sha256}, ${entries}, ${added}, ${changed}, ${removed}, ${loadedAt}, ${loadedBy})`.execute(
    tx,
  )
}

export async function removedSince(tx: Transaction, list: ListName, since: Date): Promise<number> {
  const found = await sql<{ count: number }>`SELECT coalesce(sum(removed), 0)::integer AS count FROM screening.list_version
    WHERE list = ${list} AND loaded_at > ${since}`.execute(tx)
  return found.rows[0]?.count ?? 0
}

export async function fingerprintsOf(tx: Connection, list: ListName): Promise<Map<string, string>> {
  const found = await sql<{ entryId: string; fingerprint: string }>`SELECT entry_id AS "entryId", fingerprint FROM screening.entry
    WHERE list = ${list} AND to_version IS NULL`.execute(tx)
  return new Map(found.rows.map(({ entryId, fingerprint }) => [entryId, fingerprint]))
}

/** Totals of the facts of a list. */
export interface FactCounts {
  readonly names: number
  readonly documents: number
  readonly births: number
  readonly addresses: number
  readonly countries: number
}
export async function factCountsNow(connection: Connection, list: ListName): Promise<FactCounts> {
  const lengthOf = (fact: string) => sql`coalesce(sum(jsonb_array_length(facts -> ${sql.lit(fact)})), 0)::integer`
  const addresses = sql`jsonb_array_length(jsonb_path_query_array(facts, '$.identifiers[*] ? (@.kind == "crypto_address")'))`
  const { rows } = await sql<FactCounts>`SELECT ${lengthOf('names')} AS names, ${lengthOf('birthYears')} AS births,
      ${lengthOf('countries')} AS countries, coalesce(sum(${addresses}), 0)::integer AS addresses,
      coalesce(sum(jsonb_array_length(facts -> 'identifiers') - ${addresses}), 0)::integer AS documents
    FROM screening.entry WHERE list = ${list} AND to_version IS NULL`.execute(connection)
  return rows[0] ?? { names: 0, documents: 0, births: 0, addresses: 0, countries: 0 }
}

/** Current content of the entries. */
export async function factsNow(connection: Connection, list: ListName, ids: readonly string[]): Promise<Map<string, ListEntry>> {
  const found = await sql<{ entryId: string; facts: ListEntry }>`SELECT entry_id AS "entryId", facts FROM screening.entry
    WHERE list = ${list} AND to_version IS NULL AND entry_id = ANY(${[...ids]}::text[])`.execute(connection)
  return new Map(found.rows.map(({ entryId, facts }) => [entryId, facts]))
}

export async function endEntries(tx: Transaction, list: ListName, version: string, ids: readonly string[]): Promise<void> {
  await sql`UPDATE screening.entry SET to_version = ${version}
    WHERE list = ${list} AND to_version IS NULL AND entry_id = ANY(${[...ids]}::text[])`.execute(tx)
}

export interface PrintedEntry {
  readonly entry: ListEntry
  readonly fingerprint: string
}
const AT_ONCE = 1_000
export async function insertEntries(tx: Transaction, list: ListName, version: string, entries: readonly PrintedEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const rows = entries.slice(from, from + AT_ONCE).map(({ entry, fingerprint }) => ({
      entry_id: entry.id,
      fingerprint,
      facts: entry,
      identifiers: entry.identifiers.flatMap((one) => comparable(one) ?? []),
    }))
    await sql`INSERT INTO screening.entry (list, entry_id, from_version, fingerprint, facts, identifiers)
      SELECT ${list}, entry_id, ${version}, fingerprint, facts, identifiers
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row(entry_id text, fingerprint text, facts jsonb, identifiers text[])`.execute(
      tx,
    )
  }
}

export interface EntryRow {
  readonly list: ListName
  readonly fingerprint: string
  readonly facts: ListEntry
}
/** Current entries; with a version, only those it added or changed. Read in pages, so that other requests are answered meanwhile. */
export async function* entriesNow(connection: Connection, version: string | null): AsyncGenerator<EntryRow[]> {
  const ofVersion = version === null ? sql`` : sql`AND from_version = ${version}::uuid`
  let [list, entryId] = ['', '']
  for (;;) {
    const { rows } = await sql<EntryRow & { entryId: string }>`SELECT list, entry_id AS "entryId", fingerprint, facts FROM screening.entry
      WHERE to_version IS NULL ${ofVersion} AND (list, entry_id) > (${list}, ${entryId}) ORDER BY list, entry_id LIMIT ${AT_ONCE}`.execute(
      connection,
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ list: name, fingerprint, facts }) => ({ list: name, fingerprint, facts }))
    ;[list, entryId] = [last.list, last.entryId]
  }
}

/** Whether the entry is unchanged since that version. */
export async function isEntryOf(
  connection: Connection,
  version: string,
  { list, entryId }: { readonly list: ListName; readonly entryId: string },
): Promise<boolean> {
  const found = await sql`SELECT 1 FROM screening.entry WHERE list = ${list} AND entry_id = ${entryId}
    AND from_version = ${version}::uuid AND to_version IS NULL`.execute(connection)
  return found.rows.length > 0
}

export async function isListed(connection: Connection, identifier: Identifier): Promise<boolean> {
  const key = comparable(identifier)
  if (key === null) return false
  const found = await sql`SELECT 1 FROM screening.entry WHERE to_version IS NULL AND identifiers @> ARRAY[${key}]::text[] LIMIT 1`.execute(
    connection,
  )
  return found.rows.length > 0
}
const ENTRIES_MAX = 5
/** Entries that name the address. */
export async function entriesOfAddress(connection: Connection, value: string): Promise<readonly { list: ListName; entryId: string }[]> {
  const key = comparable({ kind: 'crypto_address', value })
  const found = await sql<{ list: ListName; entryId: string }>`SELECT list, entry_id AS "entryId" FROM screening.entry
    WHERE to_version IS NULL AND identifiers @> ARRAY[${key}]::text[] ORDER BY list, entry_id LIMIT ${ENTRIES_MAX}`.execute(connection)
  return found.rows
}
/** True when a list with addresses is loaded: lists of names alone have no information about addresses. */
export async function knowsAddresses(connection: Connection): Promise<boolean> {
  const found = await sql`SELECT 1 FROM screening.entry CROSS JOIN unnest(identifiers) AS identifier
    WHERE to_version IS NULL AND identifier LIKE 'address:%' LIMIT 1`.execute(connection)
  return found.rows.length > 0
}
