/** SQL of the blocklist: entries and hits. */
import type { BlackListKind, BlackListPlace, BlackListState } from '@tunjo/contract/blocklist'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import { allOf } from '../../../platform/database/list-query.ts'

export interface EntryRow {
  readonly id: string
  readonly kind: BlackListKind
  readonly masked: string
  readonly reason: string
  readonly addedAt: Date
  readonly expiresAt: Date | null
  readonly removedAt: Date | null
}
const ENTRY = sql`id, kind, masked, reason, added_at AS "addedAt", expires_at AS "expiresAt", removed_at AS "removedAt"`

export interface NewEntry extends Omit<EntryRow, 'removedAt'> {
  readonly hash: string
  readonly keyId: string
  readonly addedBy: string
}
/** Null when an entry in force has the same value; an expired one is replaced. */
export async function insertEntry(tx: Transaction, entry: NewEntry): Promise<EntryRow | null> {
  const { id, kind, hash, keyId, masked, reason, addedAt, addedBy, expiresAt } = entry
  await sql`UPDATE blacklist.entry SET removed_at = expires_at WHERE hash = ${hash} AND removed_at IS NULL AND expires_at <= ${addedAt}`.execute(
    tx,
  )
  const inserted = await sql<EntryRow>`INSERT INTO blacklist.entry (id, kind, hash, key_id, masked, reason, added_at, added_by, expires_at)
    VALUES (${id}, ${kind}, ${hash}, ${keyId}, ${masked}, ${reason}, ${addedAt}, ${addedBy}, ${expiresAt})
    ON CONFLICT (hash) WHERE removed_at IS NULL DO NOTHING RETURNING ${ENTRY}`.execute(tx)
  return inserted.rows[0] ?? null
}

export async function findEntry(connection: Connection, id: string): Promise<EntryRow | null> {
  const found = await sql<EntryRow>`SELECT ${ENTRY} FROM blacklist.entry WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}
export type HashedEntry = EntryRow & { readonly hash: string }
export async function findHashed(connection: Connection, id: string): Promise<HashedEntry | null> {
  const found = await sql<HashedEntry>`SELECT ${ENTRY}, hash FROM blacklist.entry WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}
export async function lockEntry(tx: Transaction, id: string): Promise<EntryRow | null> {
  const found = await sql<EntryRow>`SELECT ${ENTRY} FROM blacklist.entry WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

export interface Removal {
  readonly at: Date
  readonly by: string
  readonly second: string | null
  readonly reason: string
}
export async function markRemoved(tx: Transaction, id: string, { at, by, second, reason }: Removal): Promise<void> {
  await sql`UPDATE blacklist.entry SET removed_at = ${at}, removed_by = ${by}, second_id = ${second}, removal_reason = ${reason}
    WHERE id = ${id}`.execute(tx)
}

export async function entriesOf(connection: Connection, hashes: readonly string[], now: Date): Promise<EntryRow[]> {
  if (hashes.length === 0) return []
  const found = await sql<EntryRow>`SELECT ${ENTRY} FROM blacklist.entry
    WHERE hash = ANY(${[...hashes]}::text[]) AND removed_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`.execute(connection)
  return found.rows
}

/** The given hashes that belong to entries in force. */
export async function hashesInForce(connection: Connection, hashes: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set()
  const found = await sql<{ hash: string }>`SELECT hash FROM blacklist.entry
    WHERE hash = ANY(${[...hashes]}::text[]) AND removed_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`.execute(connection)
  return new Set(found.rows.map(({ hash }) => hash))
}

export interface NewHit {
  readonly entryId: string
  readonly place: BlackListPlace
  readonly accountId: string | null
  readonly at: Date
}
/** One row for any number of hits; returns whether it is the first. */
export async function recordHit(connection: Connection, { entryId, place, accountId, at }: NewHit): Promise<boolean> {
  const noted = await sql<{ times: number }>`INSERT INTO blacklist.hit (entry_id, place, account_id, times, first_at, last_at)
    VALUES (${entryId}, ${place}, ${accountId}, 1, ${at}, ${at})
    ON CONFLICT (entry_id, place, account_id) DO UPDATE SET times = blacklist.hit.times + 1, last_at = excluded.last_at RETURNING times`.execute(
    connection,
  )
  return noted.rows[0]?.times === 1
}

/** At that place, or at any place. */
export async function hasHit(connection: Connection, { entryId, accountId, place }: WhoseHit): Promise<boolean> {
  const met = await sql`SELECT 1 FROM blacklist.hit WHERE entry_id = ${entryId} AND account_id = ${accountId}
    AND ${place === undefined ? sql`true` : sql`place = ${place}`} LIMIT 1`.execute(connection)
  return met.rows.length > 0
}
/** A hit with any entry. */
export async function hasHitSince(
  connection: Connection,
  { accountId, place, since }: { accountId: string; place: BlackListPlace; since: Date },
): Promise<boolean> {
  const met =
    await sql`SELECT 1 FROM blacklist.hit WHERE account_id = ${accountId} AND place = ${place} AND last_at > ${since} LIMIT 1`.execute(
      connection,
    )
  return met.rows.length > 0
}
interface WhoseHit extends Pick<NewHit, 'entryId' | 'accountId'> {
  readonly place?: BlackListPlace
}

export interface ListedRow extends EntryRow {
  readonly hits: number
  readonly lastHitAt: Date | null
}
interface Page {
  readonly kind: BlackListKind | null
  readonly state: BlackListState | null
  readonly hash: string | null
  readonly now: Date
  readonly offset: number
  readonly size: number
}
export async function listEntries(
  connection: Connection,
  { kind, state, hash, now, offset, size }: Page,
): Promise<{ rows: ListedRow[]; total: number }> {
  // An expired entry ended at its expiry, also when another one replaced it.
  const expired = sql`(coalesce(removed_at, expires_at) = expires_at AND expires_at <= ${now})`
  const inForce = sql`(removed_at IS NULL AND (expires_at IS NULL OR expires_at > ${now}))`
  const ofState = { in_force: inForce, expired, removed: sql`(removed_at IS NOT NULL AND removed_at IS DISTINCT FROM expires_at)` }
  const where = allOf([
    kind === null ? null : sql`kind = ${kind}`,
    hash === null ? null : sql`hash = ${hash}`,
    state === null ? null : ofState[state],
  ])
  const rows = await sql<ListedRow>`SELECT ${ENTRY}, coalesce(hit.times, 0)::int AS hits, hit.last_at AS "lastHitAt"
    FROM (SELECT * FROM blacklist.entry WHERE ${where} ORDER BY added_at DESC, id DESC LIMIT ${size} OFFSET ${offset}) AS entry
    LEFT JOIN LATERAL (SELECT sum(times) AS times, max(last_at) AS last_at FROM blacklist.hit WHERE entry_id = entry.id) AS hit ON true
    ORDER BY added_at DESC, id DESC`.execute(connection)
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM blacklist.entry WHERE ${where}`.execute(connection)
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 }
}

export interface BlocklistFigures {
  readonly inForce: number
  readonly unreadable: number
  readonly hitsOfDay: number
}
export async function countEntries(connection: Connection, keyId: string, now: Date): Promise<BlocklistFigures> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  const found =
    await sql<BlocklistFigures>`SELECT count(*)::int AS "inForce", (count(*) FILTER (WHERE key_id <> ${keyId}))::int AS unreadable,
      (SELECT count(*)::int FROM blacklist.hit WHERE last_at > ${dayAgo}) AS "hitsOfDay"
    FROM blacklist.entry WHERE removed_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`.execute(connection)
  return found.rows[0] ?? { inForce: 0, unreadable: 0, hitsOfDay: 0 }
}
