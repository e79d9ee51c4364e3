/** SQL of the treasury's movements, arrivals from the cold wallet, and the state of the target alerts. */
import type { AssetCode } from '@tunjo/contract/money'
import type { MovementFailure, MovementKind, MovementState } from '@tunjo/contract/treasury'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import type { Side } from './rules.ts'
import { MOVEMENT_MACHINE } from './states.ts'

export interface NewMovement {
  readonly id: string
  readonly kind: MovementKind
  readonly asset: AssetCode
  readonly amount: bigint
  /** In lower case. */
  readonly coldAddress: Address
  readonly makerId: string
  readonly checkerId: string
  readonly seal: string
  readonly reason: string
  readonly createdAt: Date
}
export interface MovementRow extends NewMovement {
  readonly state: MovementState
  readonly failure: MovementFailure | null
  readonly transactionHash: string | null
  readonly endedAt: Date | null
}

const COLUMNS = sql`id, kind, asset, amount, cold_address AS "coldAddress", maker_id AS "makerId", checker_id AS "checkerId", seal, reason, state,
  failure, transaction_hash AS "transactionHash", created_at AS "createdAt", ended_at AS "endedAt"`

export async function insertMovement(tx: Transaction, row: NewMovement): Promise<MovementRow> {
  const { id, kind, asset, amount, coldAddress, makerId, checkerId, seal, reason, createdAt } = row
  const inserted = await sql<MovementRow>`INSERT INTO treasury.movement (id, kind, asset, amount, cold_address, maker_id, checker_id, seal,
      reason, state, created_at)
    VALUES (${id}, ${kind}, ${asset}, ${amount}, ${coldAddress}, ${makerId}, ${checkerId}, ${seal}, ${reason}, ${MOVEMENT_MACHINE.initial},
      ${createdAt}) RETURNING ${COLUMNS}`.execute(tx)
  const [inserting] = inserted.rows
  if (!inserting) throw new Error('an INSERT with RETURNING answers its row')
  return inserting
}

export async function findMovement(db: Connection, id: string): Promise<MovementRow | null> {
  const found = await sql<MovementRow>`SELECT ${COLUMNS} FROM treasury.movement WHERE id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

export async function lockMovement(tx: Transaction, id: string): Promise<MovementRow | null> {
  const found = await sql<MovementRow>`SELECT ${COLUMNS} FROM treasury.movement WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

export async function hasOpenMovement(tx: Transaction, { kind, asset }: Pick<NewMovement, 'kind' | 'asset'>): Promise<boolean> {
  const found = await sql`SELECT 1 FROM treasury.movement WHERE kind = ${kind} AND asset = ${asset} AND ended_at IS NULL`.execute(tx)
  return found.rows.length > 0
}

/** Agreed sweeps that are not handed to the signer yet. At most one of each asset. */
export async function approvedSweeps(db: Connection): Promise<MovementRow[]> {
  const found = await sql<MovementRow>`SELECT ${COLUMNS} FROM treasury.movement
    WHERE kind = 'sweep' AND state = 'APPROVED' AND ended_at IS NULL ORDER BY created_at`.execute(db)
  return found.rows
}

export async function openSweeps(db: Connection): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM treasury.movement
    WHERE kind = 'sweep' AND state IN ('SIGNING', 'SENT') AND ended_at IS NULL`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Lock the refill that waits for exactly this amount. */
export async function lockRefill(tx: Transaction, { asset, amount }: { asset: AssetCode; amount: bigint }): Promise<MovementRow | null> {
  const found = await sql<MovementRow>`SELECT ${COLUMNS} FROM treasury.movement
    WHERE kind = 'refill' AND asset = ${asset} AND amount = ${amount} AND ended_at IS NULL FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

export async function listMovements(
  db: Connection,
  { offset, size }: { offset: number; size: number },
): Promise<{ rows: MovementRow[]; total: number }> {
  const [rows, count] = await Promise.all([
    sql<MovementRow>`SELECT ${COLUMNS} FROM treasury.movement ORDER BY created_at DESC, id DESC LIMIT ${size} OFFSET ${offset}`.execute(db),
    sql<{ total: number }>`SELECT count(*)::int AS total FROM treasury.movement`.execute(db),
  ])
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 }
}

export interface ArrivalRow {
  readonly id: string
  readonly asset: AssetCode
  readonly amount: bigint
  readonly transactionHash: string
  readonly blockNumber: bigint
  readonly movementId: string | null
  readonly seenAt: Date
}

/** False when it is already recorded. */
export async function insertArrival(tx: Transaction, row: ArrivalRow): Promise<boolean> {
  const { id, asset, amount, transactionHash, blockNumber, movementId, seenAt } = row
  const inserted = await sql`INSERT INTO treasury.arrival (id, asset, amount, transaction_hash, block_number, movement_id, seen_at)
    VALUES (${id}, ${asset}, ${amount}, ${transactionHash}, ${blockNumber}, ${movementId}, ${seenAt}) ON CONFLICT (id) DO NOTHING
    RETURNING id`.execute(tx)
  return inserted.rows.length > 0
}

export async function isArrivalRecorded(tx: Transaction, id: string): Promise<boolean> {
  return (await sql`SELECT 1 FROM treasury.arrival WHERE id = ${id}`.execute(tx)).rows.length > 0
}

/** All since then: small arrivals hide no larger one. */
export async function unrequestedArrivals(db: Connection, since: Date): Promise<ArrivalRow[]> {
  const found = await sql<ArrivalRow>`SELECT id, asset, amount, transaction_hash AS "transactionHash", block_number AS "blockNumber",
      movement_id AS "movementId", seen_at AS "seenAt"
    FROM treasury.arrival WHERE movement_id IS NULL AND seen_at > ${since} ORDER BY seen_at DESC`.execute(db)
  return found.rows
}

export async function placeNow(db: Connection): Promise<bigint | null> {
  return (await sql<{ block: bigint }>`SELECT block FROM treasury.place`.execute(db)).rows[0]?.block ?? null
}

/** First block: the treasury does not book arrivals up to it. */
export async function placeBegan(tx: Transaction): Promise<bigint> {
  return (await sql<{ began: bigint }>`SELECT began FROM treasury.place`.execute(tx)).rows[0]?.began ?? 0n
}

/** Serialise the booking of arrivals, from the last booked block. */
export async function lockPlace(tx: Transaction): Promise<bigint | null> {
  return (await sql<{ block: bigint }>`SELECT block FROM treasury.place FOR UPDATE`.execute(tx)).rows[0]?.block ?? null
}

export async function beginPlace(db: Connection, block: bigint): Promise<void> {
  await sql`INSERT INTO treasury.place (block, began) VALUES (${block}, ${block}) ON CONFLICT DO NOTHING`.execute(db)
}

export async function setPlace(tx: Transaction, block: bigint): Promise<void> {
  await sql`UPDATE treasury.place SET block = ${block}`.execute(tx)
}

/** True when it was on another side before; the first check only notifies when it is outside. */
export async function setWatchSide(tx: Transaction, { asset, side, now }: { asset: AssetCode; side: Side; now: Date }): Promise<boolean> {
  const turned = await sql`INSERT INTO treasury.watch AS w (asset, side, since) VALUES (${asset}, ${side}, ${now})
    ON CONFLICT (asset) DO UPDATE SET side = ${side}, since = ${now} WHERE w.side <> ${side} RETURNING 1`.execute(tx)
  return turned.rows.length > 0
}
