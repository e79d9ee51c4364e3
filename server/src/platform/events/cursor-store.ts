/** SQL of positions, cursors and retries of consumers. */
import { sql } from 'kysely'
import type { EventType } from '../../events.ts'
import { type Connection, type Database, inTransaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'

export interface PlacedEvent {
  readonly id: string
  readonly type: EventType
  readonly accountId: string | null
  readonly payload: unknown
  readonly position: bigint
  /** Position in the trace of the call that emitted it. */
  readonly traceparent: string | null
}
export interface Cursor {
  readonly name: string
  readonly position: bigint
  /** Last assigned position. */
  readonly last: bigint
  readonly token: string
}

const PLACED_AT_ONCE = 2_000
const EVENT = sql`event.id, event.type, event.account_id AS "accountId", event.payload, event.position, event.traceparent`

/** Assign positions to committed events, on one process at a time. Returns how many. */
export async function placeEvents(db: Database): Promise<number> {
  const waiting = await sql`SELECT 1 FROM platform.event WHERE position IS NULL LIMIT 1`.execute(db)
  if (waiting.rows.length === 0) return 0
  return inTransaction(db, async (tx) => {
    const mine = await sql<{ last: bigint }>`SELECT last FROM platform.event_sequencer FOR UPDATE SKIP LOCKED`.execute(tx)
    const last = mine.rows[0]?.last
    if (last === undefined) return 0
    // A separate statement: it sees what the previous one committed.
    const placed = await sql`UPDATE platform.event SET position = ${last} + due.place
      FROM (SELECT id, row_number() OVER (ORDER BY number) AS place FROM platform.event WHERE position IS NULL
        ORDER BY number LIMIT ${PLACED_AT_ONCE}) AS due WHERE event.id = due.id`.execute(tx)
    const count = placed.numAffectedRows ?? 0n
    await sql`UPDATE platform.event_sequencer SET last = last + ${count}`.execute(tx)
    return Number(count)
  })
}

export async function addConsumer(db: Database, name: string, from: 'beginning' | 'now'): Promise<void> {
  await sql`INSERT INTO platform.event_consumer (name, position)
    SELECT ${name}, CASE WHEN ${from === 'now'} THEN last ELSE 0 END FROM platform.event_sequencer ON CONFLICT (name) DO NOTHING`.execute(
    db,
  )
}

/** Consumers without a live lease that have something to read. */
export async function consumersWithWork(db: Database, names: readonly string[], now: Date): Promise<string[]> {
  const found = await sql<{ name: string }>`SELECT name FROM platform.event_consumer AS consumer, platform.event_sequencer
    WHERE name = ANY(${names}::text[]) AND (lease_until IS NULL OR lease_until < now()) AND (position < last
      OR EXISTS (SELECT 1 FROM platform.event_retry AS retry WHERE retry.consumer = consumer.name AND ${mayBeTried(now)}))`.execute(db)
  return found.rows.map(({ name }) => name)
}

/** Null when another process has the lease. */
export async function leaseCursor(db: Database, name: string, leaseMs: number): Promise<Cursor | null> {
  const token = newId()
  const leased = await sql<{ position: bigint; last: bigint }>`UPDATE platform.event_consumer
    SET lease_token = ${token}, lease_until = now() + make_interval(secs => ${leaseMs / 1000})
    FROM platform.event_sequencer WHERE name = ${name} AND (lease_until IS NULL OR lease_until < now())
    RETURNING position, last`.execute(db)
  const row = leased.rows[0]
  return row ? { name, token, ...row } : null
}

/** False when the lease was lost: the process that has it now moves the cursor. */
export async function extendLease(db: Database, { name, token }: Cursor, leaseMs: number): Promise<boolean> {
  const extended = await sql`UPDATE platform.event_consumer SET lease_until = now() + make_interval(secs => ${leaseMs / 1000})
    WHERE name = ${name} AND lease_token = ${token} RETURNING 1`.execute(db)
  return extended.rows.length > 0
}

/** Moves the cursor and ends the lease. A cursor that was rewound in the meantime stays where it was sent. */
export async function moveCursor(db: Database, { name, token, position }: Cursor, to: bigint): Promise<void> {
  await sql`UPDATE platform.event_consumer SET position = CASE WHEN position = ${position} THEN ${to} ELSE position END,
    lease_token = NULL, lease_until = NULL WHERE name = ${name} AND lease_token = ${token}`.execute(db)
}

/** Moves the cursor and keeps the lease. False when it was lost, or when the cursor was rewound in the meantime. */
export async function advanceCursor(db: Database, { name, token, position }: Cursor, to: bigint): Promise<boolean> {
  const moved = await sql`UPDATE platform.event_consumer SET position = ${to}
    WHERE name = ${name} AND lease_token = ${token} AND position = ${position} RETURNING 1`.execute(db)
  return moved.rows.length > 0
}

export async function eventsAfter(db: Database, types: readonly EventType[], { position, last }: Cursor, limit: number) {
  const found = await sql<PlacedEvent>`SELECT ${EVENT} FROM platform.event
    WHERE position > ${position} AND position <= ${last} AND type = ANY(${types}::text[]) ORDER BY position LIMIT ${limit}`.execute(db)
  return found.rows
}

/** Rewind a cursor to before the first event since then. */
export async function rewind(db: Database, name: string, since: Date): Promise<void> {
  await sql`UPDATE platform.event_consumer SET position = least(position,
    coalesce((SELECT min(position) - 1 FROM platform.event WHERE at >= ${since}), position)) WHERE name = ${name}`.execute(db)
}

export interface Retry extends PlacedEvent {
  readonly attempts: number
}

export async function dueRetries(db: Database, consumer: string, now: Date, limit: number): Promise<Retry[]> {
  const found = await sql<Retry>`SELECT ${EVENT}, retry.attempts FROM platform.event_retry AS retry
    JOIN platform.event ON event.id = retry.event_id
    WHERE retry.consumer = ${consumer} AND ${mayBeTried(now)} ORDER BY retry.position LIMIT ${limit}`.execute(db)
  return found.rows
}

/** Due retries, only the first one of each account. A dead letter blocks no other. */
const mayBeTried = (now: Date) => sql`retry.run_at <= ${now} AND (retry.account_id IS NULL OR NOT EXISTS (
  SELECT 1 FROM platform.event_retry AS earlier WHERE earlier.consumer = retry.consumer AND earlier.account_id = retry.account_id
    AND earlier.position < retry.position AND earlier.dead_at IS NULL))`

/** Accounts whose later events must wait behind a retry. */
export async function blockedAccounts(db: Connection, consumer: string): Promise<Set<string>> {
  const found = await sql<{ accountId: string }>`SELECT DISTINCT account_id AS "accountId" FROM platform.event_retry
    WHERE consumer = ${consumer} AND dead_at IS NULL AND account_id IS NOT NULL`.execute(db)
  return new Set(found.rows.map(({ accountId }) => accountId))
}

export interface Failure {
  readonly attempts: number
  readonly runAt: Date
  readonly error: string | null
  readonly deadAt: Date | null
}

export async function insertRetry(db: Database, consumer: string, event: PlacedEvent, failure: Failure): Promise<void> {
  const { attempts, runAt, error, deadAt } = failure
  await sql`INSERT INTO platform.event_retry (consumer, event_id, account_id, position, attempts, run_at, last_error, dead_at)
    VALUES (${consumer}, ${event.id}, ${event.accountId}, ${event.position}, ${attempts}, ${runAt}, ${error}, ${deadAt})
    ON CONFLICT (consumer, event_id) DO UPDATE SET attempts = ${attempts}, run_at = ${runAt}, last_error = ${error},
      dead_at = coalesce(event_retry.dead_at, ${deadAt})`.execute(db)
}

export async function deleteRetry(db: Database, consumer: string, eventId: string): Promise<void> {
  await sql`DELETE FROM platform.event_retry WHERE consumer = ${consumer} AND event_id = ${eventId}`.execute(db)
}
