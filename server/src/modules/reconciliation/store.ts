/** SQL of the module. */

import type { AssetCode } from '@tunjo/contract/money'
import type { CheckName, DifferenceState } from '@tunjo/contract/reconciliation'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { differenceOf, type Figure } from './checks.ts'

export interface FigureRow extends Figure {
  /** How many passes in a row found this difference. */
  readonly seen: number
  /** How many passes in a row found one, each of another size than the pass before. */
  readonly changing: number
  readonly checkedAt: Date
}

export interface DifferenceRow {
  id: string
  check: CheckName
  asset: AssetCode
  subject: string
  expected: bigint
  actual: bigint
  freezes: boolean
  state: DifferenceState
  openedAt: Date
  endedAt: Date | null
  endedBy: string | null
  reason: string | null
}

export interface RunRow {
  part: string
  finishedAt: Date | null
  failedAt: Date | null
  failure: string | null
}

const FIGURE = sql`check_name AS "check", asset, subject, expected, actual, seen, changing, checked_at AS "checkedAt"`

export async function figuresOf(connection: Connection): Promise<FigureRow[]> {
  const found = await sql<FigureRow>`SELECT ${FIGURE} FROM reconciliation.figure ORDER BY check_name, asset, subject LIMIT 1000`.execute(
    connection,
  )
  return found.rows
}

/** Answers the figure as it is kept now: with how many passes in a row found this difference, or one that changes. */
export async function keepFigure(tx: Transaction, figure: Figure, at: Date): Promise<FigureRow> {
  const isInOrder = differenceOf(figure) === 0n
  const { check, asset, subject, expected, actual } = figure
  const kept =
    await sql<FigureRow>`INSERT INTO reconciliation.figure AS f (check_name, asset, subject, expected, actual, seen, changing, checked_at)
    VALUES (${check}, ${asset}, ${subject}, ${expected}, ${actual}, 1, ${isInOrder ? 0 : 1}, ${at})
    ON CONFLICT (check_name, asset, subject) DO UPDATE SET expected = excluded.expected, actual = excluded.actual, checked_at = excluded.checked_at,
      seen = CASE WHEN f.actual - f.expected = excluded.actual - excluded.expected THEN least(f.seen + 1, 1000000) ELSE 1 END,
      changing = CASE WHEN ${isInOrder} OR f.actual - f.expected = excluded.actual - excluded.expected THEN 0 ELSE f.changing + 1 END
    RETURNING ${FIGURE}`.execute(tx)
  const [row] = kept.rows
  if (!row) throw new Error('an INSERT with RETURNING answers its row')
  return row
}

/** Of comparisons with many rows: those that the newest pass no longer names. */
export async function dropFigures(tx: Transaction, check: CheckName, subjects: readonly string[]): Promise<void> {
  await sql`DELETE FROM reconciliation.figure WHERE check_name = ${check} AND NOT (subject = ANY(${[...subjects]}))`.execute(tx)
}

export interface Place {
  readonly seq: bigint
  readonly text: string
}
export interface NamedPlace extends Place {
  readonly name: string
}
export async function placeOf(connection: Connection, name: string): Promise<Place> {
  const found = await sql<Place>`SELECT seq, text FROM reconciliation.place WHERE name = ${name}`.execute(connection)
  return found.rows[0] ?? { seq: 0n, text: '' }
}
export async function setPlace(connection: Connection, name: string, { seq, text }: Place): Promise<void> {
  await sql`INSERT INTO reconciliation.place (name, seq, text) VALUES (${name}, ${seq}, ${text})
    ON CONFLICT (name) DO UPDATE SET seq = excluded.seq, text = excluded.text`.execute(connection)
}

export async function noteRun(connection: Connection, part: string, at: Date, failure: string | null): Promise<void> {
  const [finished, failed] = failure === null ? [at, null] : [null, at]
  await sql`INSERT INTO reconciliation.run AS r (part, finished_at, failed_at, failure) VALUES (${part}, ${finished}, ${failed}, ${failure})
    ON CONFLICT (part) DO UPDATE SET finished_at = coalesce(excluded.finished_at, r.finished_at),
      failed_at = excluded.failed_at, failure = excluded.failure`.execute(connection)
}
export async function runsOf(connection: Connection): Promise<RunRow[]> {
  const found =
    await sql<RunRow>`SELECT part, finished_at AS "finishedAt", failed_at AS "failedAt", failure FROM reconciliation.run ORDER BY part`.execute(
      connection,
    )
  return found.rows
}

const DIFFERENCE = sql`id, check_name AS "check", asset, subject, expected, actual, freezes, state, opened_at AS "openedAt",
  ended_at AS "endedAt", ended_by AS "endedBy", reason`

export interface OpenedDifference extends DifferenceRow {
  /** False: it was open and stopped nobody, and now it does. */
  readonly isNew: boolean
}

/**
 * Null when it is open already, or an officer explained one of this size. What is open and stops nobody (a stranger sent a token) hides no
 * shortage that comes after it.
 */
export async function insertDifference(
  tx: Transaction,
  figure: Figure,
  { freezes, at }: { freezes: boolean; at: Date },
): Promise<OpenedDifference | null> {
  const { check, asset, subject, expected, actual } = figure
  const inserted = await sql<OpenedDifference>`INSERT INTO reconciliation.difference AS known
      (id, check_name, asset, subject, expected, actual, freezes, state, opened_at)
    SELECT ${newId()}, ${check}, ${asset}, ${subject}, ${expected}::numeric, ${actual}::numeric, ${freezes}, 'open', ${at}
    WHERE NOT EXISTS (SELECT FROM reconciliation.difference d WHERE d.check_name = ${check} AND d.asset = ${asset}
      AND d.subject = ${subject} AND d.state = 'explained' AND d.actual - d.expected = ${actual - expected}::numeric)
    ON CONFLICT (check_name, asset, subject) WHERE state = 'open' DO UPDATE SET freezes = true, expected = excluded.expected, actual = excluded.actual
      WHERE excluded.freezes AND NOT known.freezes RETURNING ${DIFFERENCE}, xmax = 0 AS "isNew"`.execute(tx)
  return inserted.rows[0] ?? null
}

export async function isExplained(connection: Connection, { check, asset, subject, expected, actual }: Figure): Promise<boolean> {
  const found = await sql`SELECT 1 FROM reconciliation.difference WHERE check_name = ${check} AND asset = ${asset} AND subject = ${subject}
    AND state = 'explained' AND actual - expected = ${actual - expected}::numeric`.execute(connection)
  return found.rows.length > 0
}

export async function lockDifference(tx: Transaction, id: string): Promise<DifferenceRow | null> {
  const found = await sql<DifferenceRow>`SELECT ${DIFFERENCE} FROM reconciliation.difference WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

export async function listDifferences(
  connection: Connection,
  { state, offset, size }: { state: DifferenceState | undefined; offset: number; size: number },
): Promise<{ rows: DifferenceRow[]; total: number }> {
  const where = state ? sql`state = ${state}` : sql`true`
  const found = await sql<DifferenceRow>`SELECT ${DIFFERENCE} FROM reconciliation.difference WHERE ${where}
    ORDER BY (state = 'open') DESC, opened_at DESC, id DESC LIMIT ${size} OFFSET ${offset}`.execute(connection)
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM reconciliation.difference WHERE ${where}`.execute(
    connection,
  )
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Those that speak against lifting a freeze, locked. */
export async function openStops(tx: Transaction): Promise<DifferenceRow[]> {
  const found = await sql<DifferenceRow>`SELECT ${DIFFERENCE} FROM reconciliation.difference WHERE state = 'open' AND freezes
    ORDER BY id FOR UPDATE`.execute(tx)
  return found.rows
}

export interface LedgerHead {
  readonly seq: bigint
  readonly hash: string
  readonly signedAt: Date
  readonly publicKey: string
  readonly signature: string
}
/** False when this head was signed before. */
export async function insertHead(tx: Transaction, { seq, hash, signedAt, publicKey, signature }: LedgerHead): Promise<boolean> {
  const inserted = await sql`INSERT INTO reconciliation.ledger_head (seq, hash, signed_at, public_key, signature)
    VALUES (${seq}, ${hash}, ${signedAt}, ${publicKey}, ${signature}) ON CONFLICT DO NOTHING RETURNING 1`.execute(tx)
  return inserted.rows.length === 1
}

export async function lastHead(connection: Connection): Promise<LedgerHead | null> {
  const found = await sql<LedgerHead>`SELECT seq, hash, signed_at AS "signedAt", public_key AS "publicKey", signature
    FROM reconciliation.ledger_head ORDER BY seq DESC LIMIT 1`.execute(connection)
  return found.rows[0] ?? null
}
