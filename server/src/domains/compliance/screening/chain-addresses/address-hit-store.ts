/** SQL of listed blockchain addresses: attempts to use one, and runs over saved addresses and past senders. */
import type { ListName } from '@tunjo/contract/screening'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

export const ADDRESS_PLACES = ['saved_address', 'withdrawal', 'saved_before', 'sender_before'] as const
export type AddressPlace = (typeof ADDRESS_PLACES)[number]
export interface AddressHit {
  readonly id: string
  readonly accountId: string
  /** In lower case when its chain ignores case. */
  readonly address: string
  readonly place: AddressPlace
  readonly list: ListName
  readonly entryId: string
  readonly at: Date
}
const HIT = sql`id, account_id AS "accountId", address, place, list, entry_id AS "entryId", at`

export async function insertAddressHits(connection: Connection, hits: readonly AddressHit[]): Promise<void> {
  const rows = hits.map(({ accountId: account_id, entryId: entry_id, ...hit }) => ({ ...hit, account_id, entry_id }))
  await sql`INSERT INTO screening.address_hit (id, account_id, address, place, list, entry_id, at)
    SELECT id, account_id, address, place, list, entry_id, at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS hit
      (id uuid, account_id uuid, address text, place text, list text, entry_id text, at timestamptz)`.execute(connection)
}

/**
 * Mark a hit as notified. Null when officers were notified already; otherwise the number of times that the customer used a listed address
 * until now.
 */
export async function markNotified(tx: Transaction, id: string, at: Date): Promise<(AddressHit & { times: number }) | null> {
  const notified = await sql<AddressHit & { times: number }>`UPDATE screening.address_hit AS hit SET told_at = ${at}
    WHERE id = ${id} AND told_at IS NULL
    RETURNING ${HIT}, (SELECT count(*)::integer FROM screening.address_hit own WHERE own.account_id = hit.account_id AND own.id <= hit.id) AS times`.execute(
    tx,
  )
  return notified.rows[0] ?? null
}

export type PresentHit = Omit<AddressHit, 'id' | 'at'>
/**
 * Customers who saved an address before it was listed, or received tokens from it, and have no hit yet. Later transfers were screened when
 * they arrived.
 */
export async function presentHits(tx: Transaction, versionId: string | null, limit: number): Promise<PresentHit[]> {
  const ofVersion = versionId === null ? sql`` : sql`AND from_version = ${versionId}::uuid`
  const found = await sql<PresentHit>`
    WITH listed AS MATERIALIZED (
      SELECT DISTINCT ON (address) substr(identifier, length('address:') + 1) AS address, list, entry_id
      FROM screening.entry CROSS JOIN unnest(identifiers) AS identifier
      WHERE to_version IS NULL AND identifier LIKE 'address:%' ${ofVersion} ORDER BY address, list, entry_id),
    since AS MATERIALIZED (
      SELECT listed.*, (SELECT min(loaded_at) FROM screening.entry before JOIN screening.list_version version ON version.id = before.from_version
        WHERE before.list = listed.list AND before.entry_id = listed.entry_id AND before.identifiers @> ARRAY['address:' || listed.address]) AS at
      FROM listed),
    present AS (
      SELECT account_id, since.address, 'saved_before' AS place, list, entry_id FROM since JOIN crypto.saved_address_to_note saved USING (address)
      UNION
      SELECT account_id, since.address, 'sender_before', list, entry_id FROM since JOIN crypto.deposit_sender sender
        ON sender.address = since.address AND sender.at <= since.at AND sender.is_kept)
    SELECT account_id AS "accountId", address, place, list, entry_id AS "entryId" FROM present
    WHERE NOT EXISTS (SELECT 1 FROM screening.address_hit hit
      WHERE (hit.account_id, hit.address, hit.place) = (present.account_id, present.address, present.place))
    ORDER BY account_id, address, place LIMIT ${limit}`.execute(tx)
  return found.rows
}

export interface AddressRunRow {
  readonly id: string
  readonly versionId: string | null
  readonly found: number
  readonly startedAt: Date
  readonly finishedAt: Date | null
}
const RUN = sql`id, version_id AS "versionId", found, started_at AS "startedAt", finished_at AS "finishedAt"`
export async function insertAddressRun(tx: Transaction, id: string, versionId: string | null, at: Date): Promise<void> {
  await sql`INSERT INTO screening.address_run (id, version_id, started_at) VALUES (${id}, ${versionId}, ${at})`.execute(tx)
}
/** Lock that lets one run record hits at a time, so that hits of a concurrent run are not found twice. */
export async function lockAddressHits(tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('screening.address_run', 0))`.execute(tx)
}
export async function lockAddressRun(tx: Transaction, id: string): Promise<AddressRunRow | null> {
  const found = await sql<AddressRunRow>`SELECT ${RUN} FROM screening.address_run WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}
export async function advanceAddressRun(tx: Transaction, id: string, { found, at }: { found: number; at: Date | null }): Promise<void> {
  await sql`UPDATE screening.address_run SET found = found + ${found}, finished_at = ${at} WHERE id = ${id}`.execute(tx)
}
/** Oldest first. */
export async function openAddressRuns(connection: Connection): Promise<AddressRunRow[]> {
  const found =
    await sql<AddressRunRow>`SELECT ${RUN} FROM screening.address_run WHERE finished_at IS NULL ORDER BY started_at, id`.execute(connection)
  return found.rows
}
export async function lastAddressRun(connection: Connection): Promise<AddressRunRow | null> {
  const found = await sql<AddressRunRow>`SELECT ${RUN} FROM screening.address_run ORDER BY id DESC LIMIT 1`.execute(connection)
  return found.rows[0] ?? null
}
export async function unnotifiedSince(connection: Connection): Promise<Date | null> {
  const found = await sql<{ at: Date | null }>`SELECT min(at) AS at FROM screening.address_hit WHERE told_at IS NULL`.execute(connection)
  return found.rows[0]?.at ?? null
}
