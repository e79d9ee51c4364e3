/** SQL of the sealer and the verifier: waiting entries, seals, signed heads. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../database/database.ts'
import { GENESIS, type Seal, type SignedHead, type StoredEntry } from './chain.ts'

const ENTRY = sql`jsonb_build_object('id', entry.id, 'ts', to_char(entry.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  'actorKind', actor_kind, 'accountId', account_id, 'sessionId', session_id, 'requestId', request_id, 'systemName', system_name,
  'action', action, 'objectType', object_type, 'objectId', object_id, 'before', before, 'after', after, 'reason', reason)`
/** Arbitrary advisory lock number that nothing else in the database uses. */
const SEALER_LOCK = 7_265_731_001

/** Mutex of the sealer, until the transaction ends. False while another worker has it. */
export async function lockSealer(tx: Transaction): Promise<boolean> {
  const locked = await sql<{ isMine: boolean }>`SELECT pg_try_advisory_xact_lock(${SEALER_LOCK}) AS "isMine"`.execute(tx)
  return locked.rows[0]?.isMine ?? false
}

export async function lastSeal(connection: Connection): Promise<Pick<Seal, 'seq' | 'hash'>> {
  const found = await sql<{ seq: bigint; hash: string }>`SELECT seq, encode(hash, 'hex') AS hash FROM platform.audit_seal
    ORDER BY seq DESC LIMIT 1`.execute(connection)
  const last = found.rows[0]
  return last ? { seq: Number(last.seq), hash: last.hash } : { seq: 0, hash: GENESIS }
}

export async function hasWaiting(connection: Connection): Promise<boolean> {
  const found = await sql`SELECT 1 FROM platform.audit_unsealed LIMIT 1`.execute(connection)
  return found.rows.length > 0
}

export async function waitingEntries(connection: Connection, limit: number): Promise<StoredEntry[]> {
  const found = await sql<{ entry: StoredEntry }>`SELECT ${ENTRY} AS entry FROM platform.audit_unsealed AS waiting
    JOIN platform.audit_entry AS entry ON entry.id = waiting.entry_id
    ORDER BY waiting.recorded_at, waiting.entry_id LIMIT ${limit}`.execute(connection)
  return found.rows.map(({ entry }) => entry)
}

export async function insertSeals(tx: Transaction, seals: readonly Seal[], sealedAt: Date): Promise<void> {
  await sql`INSERT INTO platform.audit_seal (seq, entry_id, key_id, hash, sealed_at)
    SELECT seq, "entryId", "keyId", decode(hash, 'hex'), ${sealedAt}
    FROM jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) AS seal (seq bigint, "entryId" uuid, "keyId" text, hash text)`.execute(tx)
}

export async function deleteWaiting(tx: Transaction, entryIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM platform.audit_unsealed WHERE entry_id = ANY(${entryIds}::uuid[])`.execute(tx)
}

export async function insertHead(tx: Transaction, id: string, head: SignedHead): Promise<void> {
  await sql`INSERT INTO platform.audit_head (id, seq, hash, entries, signed_at, public_key, signature)
    VALUES (${id}, ${head.seq}, decode(${head.hash}, 'hex'), ${head.entries}, ${head.signedAt}, ${head.publicKey}, ${head.signature})`.execute(
    tx,
  )
}

type HeadRow = Omit<SignedHead, 'signedAt' | 'seq' | 'entries'> & { signedAt: Date; seq: bigint; entries: bigint }
const HEAD = sql`seq, encode(hash, 'hex') AS hash, entries, signed_at AS "signedAt", public_key AS "publicKey", signature`
const shownHead = (head: HeadRow): SignedHead => ({
  ...head,
  seq: Number(head.seq),
  entries: Number(head.entries),
  signedAt: head.signedAt.toISOString(),
})

export async function signedHeads(connection: Connection): Promise<SignedHead[]> {
  const found = await sql<HeadRow>`SELECT ${HEAD} FROM platform.audit_head ORDER BY signed_at, id`.execute(connection)
  return found.rows.map(shownHead)
}

/** Position of the trail: its newest sealed entry, and the newest signed head. */
export interface AuditPosition {
  readonly seal: Pick<Seal, 'seq' | 'hash'>
  readonly head: SignedHead | null
}

export async function auditPosition(connection: Connection): Promise<AuditPosition> {
  const found = await sql<HeadRow>`SELECT ${HEAD} FROM platform.audit_head ORDER BY signed_at DESC, id DESC LIMIT 1`.execute(connection)
  return { seal: await lastSeal(connection), head: found.rows.map(shownHead)[0] ?? null }
}

export interface Link {
  readonly seal: Seal
  /** Null when the entry of the seal no longer exists. */
  readonly entry: StoredEntry | null
}

/** Seals after this one with their entries, in order. */
export async function linksAfter(connection: Connection, seq: number, limit: number): Promise<Link[]> {
  const found = await sql<Omit<Seal, 'seq'> & { seq: bigint; entry: StoredEntry | null }>`
    SELECT seq, entry_id AS "entryId", key_id AS "keyId", encode(hash, 'hex') AS hash, CASE WHEN entry.id IS NOT NULL THEN ${ENTRY} END AS entry
    FROM platform.audit_seal LEFT JOIN platform.audit_entry AS entry ON entry.id = entry_id
    WHERE seq > ${seq} ORDER BY seq LIMIT ${limit}`.execute(connection)
  return found.rows.map(({ entry, ...seal }) => ({ seal: { ...seal, seq: Number(seal.seq) }, entry }))
}

/** Entries that no seal names, and whether they wait for one. */
export async function unsealedEntries(connection: Connection): Promise<{ id: string; isWaiting: boolean }[]> {
  const found = await sql<{ id: string; isWaiting: boolean }>`SELECT entry.id, waiting.entry_id IS NOT NULL AS "isWaiting"
    FROM platform.audit_entry AS entry LEFT JOIN platform.audit_unsealed AS waiting ON waiting.entry_id = entry.id
    WHERE NOT EXISTS (SELECT 1 FROM platform.audit_seal WHERE entry_id = entry.id) ORDER BY entry.recorded_at, entry.id`.execute(connection)
  return found.rows
}

/** Ids that wait for a seal but whose entry no longer exists. */
export async function missingEntries(connection: Connection): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT entry_id AS id FROM platform.audit_unsealed
    WHERE NOT EXISTS (SELECT 1 FROM platform.audit_entry WHERE id = entry_id) ORDER BY entry_id`.execute(connection)
  return found.rows.map(({ id }) => id)
}
