/** SQL of hits, screened customers, and runs over all customers. */
import type { ListName, OpenHits } from '@tunjo/contract/screening'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { type Page, pageOf } from '../../../../platform/database/list-query.ts'
import type { ListEntry } from '../lists/types.ts'
import type { EntryKey, ScreenedParty } from '../matching/screen.ts'
import type { HitState } from './states.ts'

export interface HitFacts {
  readonly party: ScreenedParty
  readonly entry: ListEntry
  readonly explanation: readonly string[]
}
export type HitAbout = 'self' | 'payer'
export interface HitRow {
  readonly id: string
  readonly accountId: string
  readonly list: ListName
  readonly entryId: string
  readonly fingerprint: string
  readonly score: number
  readonly severity: 'stop' | 'review'
  readonly state: HitState
  /** The screened party, or the payer of a transfer to the customer. */
  readonly about: HitAbout
  readonly facts: HitFacts
  readonly foundAt: Date
  readonly decidedAt: Date | null
  readonly reason: string | null
}
const HIT = sql`id, account_id AS "accountId", list, entry_id AS "entryId", fingerprint, score, severity, state, about, facts, found_at AS "foundAt",
  decided_at AS "decidedAt", reason`

/** Null when this pair was seen before, with any decision. */
export async function insertHit(tx: Transaction, hit: Omit<HitRow, 'state' | 'decidedAt' | 'reason'>): Promise<HitRow | null> {
  const { id, accountId, list, entryId, fingerprint, score, severity, about, facts, foundAt } = hit
  const inserted =
    await sql<HitRow>`INSERT INTO screening.hit (id, account_id, list, entry_id, fingerprint, score, severity, state, about, facts, found_at)
    VALUES (${id}, ${accountId}, ${list}, ${entryId}, ${fingerprint}, ${score}, ${severity}, 'open', ${about}, ${JSON.stringify(facts)}::jsonb, ${foundAt})
    ON CONFLICT (account_id, list, entry_id, fingerprint) DO NOTHING RETURNING ${HIT}`.execute(tx)
  return inserted.rows[0] ?? null
}

export async function lockSeen(
  tx: Transaction,
  { accountId, list, entryId, fingerprint }: Pick<HitRow, 'accountId' | 'list' | 'entryId' | 'fingerprint'>,
): Promise<HitRow | null> {
  const found = await sql<HitRow>`SELECT ${HIT} FROM screening.hit WHERE account_id = ${accountId} AND list = ${list}
    AND entry_id = ${entryId} AND fingerprint = ${fingerprint} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}
/** The hit stops its customer from now on. A hit never becomes less grave. */
export async function stopByHit(tx: Transaction, hit: HitRow): Promise<HitRow> {
  await sql`UPDATE screening.hit SET severity = 'stop' WHERE id = ${hit.id}`.execute(tx)
  return { ...hit, severity: 'stop' }
}
/** Update the party of a hit when only its roles in a company changed. */
export async function putParty(tx: Transaction, { id }: Pick<HitRow, 'id'>, party: ScreenedParty): Promise<void> {
  await sql`UPDATE screening.hit SET facts = jsonb_set(facts, '{party}', ${JSON.stringify(party)}::jsonb) WHERE id = ${id}`.execute(tx)
}
export async function findHit(connection: Connection, id: string): Promise<HitRow | null> {
  const found = await sql<HitRow>`SELECT ${HIT} FROM screening.hit WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}
export async function lockHit(tx: Transaction, id: string): Promise<HitRow | null> {
  const found = await sql<HitRow>`SELECT ${HIT} FROM screening.hit WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}
/** Open hits of the customer. */
export async function openHits(tx: Transaction, accountId: string): Promise<HitRow[]> {
  const found = await sql<HitRow>`SELECT ${HIT} FROM screening.hit
    WHERE account_id = ${accountId} AND state = 'open' AND about = 'self' FOR UPDATE`.execute(tx)
  return found.rows
}
export interface KnownEntry extends EntryKey {
  readonly accountId: string
  /** Whether the account has an open hit of the entry, other than of a payer. */
  readonly isOpen: boolean
}
/** Entries of which the accounts have hits, with any decision. */
export async function knownEntries(tx: Transaction, accountIds: readonly string[]): Promise<KnownEntry[]> {
  const found = await sql<KnownEntry>`SELECT account_id AS "accountId", list, entry_id AS "entryId",
      bool_or(state = 'open' AND about = 'self') AS "isOpen"
    FROM screening.hit WHERE account_id = ANY(${[...accountIds]}::uuid[]) GROUP BY account_id, list, entry_id`.execute(tx)
  return found.rows
}
/** True when a sanctions hit awaits a decision. */
export async function hasOpenHits(connection: Connection, accountId: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM screening.hit WHERE account_id = ${accountId} AND state = 'open' AND list <> 'pep' LIMIT 1`.execute(
    connection,
  )
  return found.rows.length > 0
}
export async function discardedHits(
  tx: Transaction,
  { accountId, list, entryId }: Pick<HitRow, 'accountId' | 'list' | 'entryId'>,
): Promise<HitRow[]> {
  const found = await sql<HitRow>`SELECT ${HIT} FROM screening.hit
    WHERE account_id = ${accountId} AND list = ${list} AND entry_id = ${entryId} AND state = 'discarded'`.execute(tx)
  return found.rows
}
/** True when there is an open or confirmed hit. */
export async function hasHits(tx: Transaction, accountId: string, lists: readonly ListName[]): Promise<boolean> {
  const found = await sql`SELECT 1 FROM screening.hit
    WHERE account_id = ${accountId} AND state IN ('open', 'confirmed') AND list = ANY(${[...lists]}::text[]) LIMIT 1`.execute(tx)
  return found.rows.length > 0
}

/** Record that an officer saw these hits of the customer, as far as they are open. */
export async function markSeen(connection: Connection, accountId: string, hitIds: readonly string[], at: Date): Promise<void> {
  await sql`UPDATE screening.hit SET seen_at = ${at} FROM screening.open_hit AS waiting
    WHERE hit.id = waiting.id AND waiting.account_id = ${accountId} AND NOT waiting.is_seen
      AND hit.id = ANY(${[...hitIds]}::uuid[])`.execute(connection)
}

/** All hits of the customer, and the undecided ones. */
export async function countHits(connection: Connection, accountId: string): Promise<{ readonly total: number; readonly open: OpenHits }> {
  const counted = await sql<{ total: number; pep: number; sanctions: number }>`SELECT count(*)::int AS total,
      (count(*) FILTER (WHERE state = 'open' AND list = 'pep'))::int AS pep,
      (count(*) FILTER (WHERE state = 'open' AND list <> 'pep'))::int AS sanctions
    FROM screening.hit WHERE account_id = ${accountId}`.execute(connection)
  const { total, ...open } = counted.rows[0] ?? { total: 0, pep: 0, sanctions: 0 }
  return { total, open }
}

/** One page: the open ones first, and the most similar ones. */
export async function hitsOf(
  connection: Connection,
  accountId: string,
  { pageIndex, size }: { readonly pageIndex: number; readonly size: number },
): Promise<Page<HitRow> & { readonly open: OpenHits }> {
  const { total, open } = await countHits(connection, accountId)
  const found = await sql<HitRow>`SELECT ${HIT} FROM screening.hit WHERE account_id = ${accountId}
    ORDER BY state = 'open' DESC, score DESC, id DESC LIMIT ${size} OFFSET ${pageIndex * size}`.execute(connection)
  return { ...pageOf(found.rows, total, size), open }
}

export interface SubjectRow {
  readonly accountId: string
  readonly parties: readonly ScreenedParty[]
}
/** Taken before the open hits of the customer are read. */
export async function lockSubject(tx: Transaction, accountId: string): Promise<void> {
  await sql`SELECT 1 FROM screening.subject WHERE account_id = ${accountId} FOR UPDATE`.execute(tx)
}
/** Locks the row, so that screenings of one customer are serialised. */
export async function putSubject(tx: Transaction, { accountId, parties }: SubjectRow): Promise<void> {
  await sql`INSERT INTO screening.subject (account_id, party) VALUES (${accountId}, ${JSON.stringify(parties)}::jsonb)
    ON CONFLICT (account_id) DO UPDATE SET party = EXCLUDED.party`.execute(tx)
}
export async function lockSubjects(tx: Transaction, after: string | null, size: number): Promise<SubjectRow[]> {
  const found = await sql<SubjectRow>`SELECT account_id AS "accountId", party AS parties FROM screening.subject
    WHERE ${after}::uuid IS NULL OR account_id > ${after}::uuid ORDER BY account_id LIMIT ${size} FOR UPDATE`.execute(tx)
  return found.rows
}
export type Versions = Readonly<Partial<Record<ListName, string>>>
export async function markScreened(tx: Transaction, accountIds: readonly string[], versions: Versions, at: Date): Promise<void> {
  await sql`UPDATE screening.subject SET screened_at = ${at}, versions = versions || ${JSON.stringify(versions)}::jsonb
    WHERE account_id = ANY(${[...accountIds]}::uuid[])`.execute(tx)
}

export interface LastScreening {
  readonly screenedAt: Date | null
  readonly versions: Versions
}
/** Null: no data of the customer is stored that could be compared. */
export async function lastScreening(connection: Connection, accountId: string): Promise<LastScreening | null> {
  const found = await sql<LastScreening>`SELECT screened_at AS "screenedAt", versions FROM screening.subject
    WHERE account_id = ${accountId}`.execute(connection)
  return found.rows[0] ?? null
}

export interface RunRow {
  readonly id: string
  readonly versionId: string | null
  readonly after: string | null
  readonly done: number
  readonly total: number
  readonly startedAt: Date
  readonly finishedAt: Date | null
}
const RUN = sql`id, version_id AS "versionId", after, done, total, started_at AS "startedAt", finished_at AS "finishedAt"`
export async function insertRun(tx: Transaction, id: string, versionId: string | null, at: Date): Promise<void> {
  await sql`INSERT INTO screening.run (id, version_id, total, started_at)
    SELECT ${id}, ${versionId}::uuid, count(*)::integer, ${at} FROM screening.subject`.execute(tx)
}
export async function findRun(connection: Connection, id: string): Promise<RunRow | null> {
  const found = await sql<RunRow>`SELECT ${RUN} FROM screening.run WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}
export async function lockRun(tx: Transaction, id: string): Promise<RunRow | null> {
  const found = await sql<RunRow>`SELECT ${RUN} FROM screening.run WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}
export async function advanceRun(tx: Transaction, id: string, { after, done }: { after: string; done: number }): Promise<void> {
  await sql`UPDATE screening.run SET after = ${after}, done = done + ${done} WHERE id = ${id}`.execute(tx)
}
export async function finishRun(tx: Transaction, id: string, at: Date): Promise<void> {
  await sql`UPDATE screening.run SET finished_at = ${at} WHERE id = ${id}`.execute(tx)
}
export async function openRun(connection: Connection): Promise<RunRow | null> {
  const found = await sql<RunRow>`SELECT ${RUN} FROM screening.run WHERE finished_at IS NULL ORDER BY started_at, id LIMIT 1`.execute(
    connection,
  )
  return found.rows[0] ?? null
}

export interface CoverageRow {
  readonly people: number
  readonly oldest: Date | null
}
export async function coverageOfPeople(connection: Connection): Promise<CoverageRow> {
  const found = await sql<CoverageRow>`SELECT count(*)::integer AS people, min(screened_at) AS oldest FROM screening.subject`.execute(
    connection,
  )
  return found.rows[0] ?? { people: 0, oldest: null }
}
export async function screenedAgainst(connection: Connection, list: ListName, version: string): Promise<number> {
  const found = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM screening.subject
    WHERE versions ->> ${list} = ${version}`.execute(connection)
  return found.rows[0]?.count ?? 0
}
